#include "ffn/nn/block_stack.h"

#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

template <class Scalar>
BlockStackOf<Scalar>::BlockStackOf(Blocks blocks) : blocks_(std::move(blocks)) {
  check(!blocks_.empty(), "n_layers", 0, "1 or more");
  for (const auto& block : blocks_) {
    check(block.d_model() == d_model(), "d_model", block.d_model(),
          {d_model(), ", as in the first block"});
  }
}

template <class Scalar>
std::int64_t BlockStackOf<Scalar>::parameter_count() const {
  std::int64_t count = 0;
  for (const auto& block : blocks_) count += block.parameter_count();
  return count;
}

template <class Scalar>
void BlockStackOf<Scalar>::forward(const ConstMatrixViewOf<Scalar>& x, Index seq_len,
                                   MatrixViewOf<Scalar> output, Trace* trace, RandomState* rng,
                                   std::span<const TransformerBlockSwitches> switches) const {
  check_shape("output", shape_of(output), {x.rows(), d_model()});
  check(switches.empty() || switches.size() == blocks_.size(), "switches",
        {switches.size(), " blocks"}, {n_layers(), ", or none"});
  const TransformerBlockSwitches all_on;
  if (trace != nullptr) *trace = {std::vector<TransformerBlockTraceOf<Scalar>>(blocks_.size()), {}};
  TransformerBlockTraceOf<Scalar> scratch;
  MatrixOf<Scalar> input = x;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    MatrixOf<Scalar> result(x.rows(), d_model());
    blocks_[i].forward(view(std::as_const(input)), seq_len, view(result),
                       trace != nullptr ? trace->blocks[i] : scratch, rng,
                       switches.empty() ? all_on : switches[i]);
    if (trace != nullptr) trace->inputs.push_back(std::move(input));
    input = std::move(result);
  }
  output = input;
  if (trace != nullptr) trace->inputs.push_back(std::move(input));
}

template <class Scalar>
void BlockStackOf<Scalar>::backward(Index seq_len, const Trace& trace,
                                    const ConstMatrixViewOf<Scalar>& grad_output,
                                    Gradients& grads) const {
  check(trace.blocks.size() == blocks_.size(), "trace", {trace.blocks.size(), " blocks"},
        n_layers());
  check(grads.blocks.size() == blocks_.size(), "grads", {grads.blocks.size(), " blocks"},
        n_layers());
  grads.inputs.assign(blocks_.size() + 1, MatrixOf<Scalar>(grad_output.rows(), d_model()));
  check_shape("grad_output", shape_of(grad_output), shape_of(trace.inputs.back()));
  grads.inputs.back() = grad_output;
  for (std::size_t i = blocks_.size(); i-- > 0;) {
    const auto& grad_after = std::as_const(grads.inputs[i + 1]);
    blocks_[i].backward(seq_len, trace.blocks[i], view(grad_after), grads.blocks[i],
                        view(grads.inputs[i]));
  }
}

template class BlockStackOf<float>;
template class BlockStackOf<double>;

BlockStack make_block_stack(const BlockStackOptions& options, Initialization init,
                            RandomState& rng) {
  BlockStack::Blocks blocks;
  for (Index i = 0; i < options.n_layers; ++i)
    blocks.push_back(make_transformer_block(options.block, init, rng));
  return BlockStack(std::move(blocks));
}

}  // namespace ffn
