#pragma once
// A stack of Transformer blocks, the body of a GPT without embeddings and output head.
//
// The trace stores the input of every block, and the backward pass the gradients of these inputs,
// which analysis/gradient_by_depth.h uses to show how gradients change with depth.

#include <cstdint>
#include <span>
#include <vector>

#include "ffn/nn/transformer_block.h"

namespace ffn {

/// Configuration of a stack of blocks that differ only in their random parameters.
struct BlockStackOptions {
  Index n_layers = 1;
  TransformerBlockOptions block;  ///< the same for all blocks
};

/// The tensors that a forward pass stores on request.
template <class Scalar>
struct BlockStackTraceOf {
  std::vector<TransformerBlockTraceOf<Scalar>> blocks;
  std::vector<MatrixOf<Scalar>>
      inputs;  // n_layers + 1 of (tokens, d_model): the input of each block, then the output
};

/// The results of a backward pass: the gradients of every block's parameters and of the inputs.
template <class Scalar>
struct BlockStackGradientsOf {
  std::vector<TransformerBlockLayersOf<Scalar>> blocks;
  std::vector<MatrixOf<Scalar>>
      inputs;  // n_layers + 1 of (tokens, d_model): of each block's input, then of the output

  /// Visits the gradients of the parameters by name (parameters.h).
  template <class Self, class Visitor>
  static void visit_parameters(Self& gradients, Visitor&& visitor) {
    visitor.blocks(gradients.blocks);
  }
};

/// One or more blocks, applied one after the other.
template <class Scalar>
class BlockStackOf {
 public:
  using Blocks = std::vector<TransformerBlockOf<Scalar>>;
  using Trace = BlockStackTraceOf<Scalar>;
  using Gradients = BlockStackGradientsOf<Scalar>;

  /// Throws ArgumentError unless there is at least one block and all have the same d_model.
  explicit BlockStackOf(Blocks blocks);

  Index n_layers() const { return static_cast<Index>(blocks_.size()); }
  Index d_model() const { return blocks_.front().d_model(); }
  const Blocks& blocks() const { return blocks_; }
  Blocks& blocks() { return blocks_; }
  std::int64_t parameter_count() const;

  /// Visits the parameters of all blocks by name (parameters.h).
  template <class Self, class Visitor>
  static void visit_parameters(Self& stack, Visitor&& visitor) {
    visitor.blocks(stack.blocks());
  }

  /// Computes output from x, both (batch * seq_len, d_model) and not overlapping; `trace` may be
  /// nullptr. With `rng` it is a training pass. `switches` are empty or one per block. Throws
  /// ArgumentError for other shapes, another number of switches, and arguments that a block
  /// rejects.
  void forward(const ConstMatrixViewOf<Scalar>& x, Index seq_len, MatrixViewOf<Scalar> output,
               Trace* trace, RandomState* rng = nullptr,
               std::span<const TransformerBlockSwitches> switches = {}) const;

  /// Adds the gradients of all blocks to grads.blocks and writes grads.inputs, whose first element
  /// is the gradient of x, given the trace of a pass without switches. Throws ArgumentError for
  /// shapes that do not match.
  void backward(Index seq_len, const Trace& trace, const ConstMatrixViewOf<Scalar>& grad_output,
                Gradients& grads) const;

 private:
  Blocks blocks_;
};

using BlockStack = BlockStackOf<float>;

/// Returns zeros in the shapes of the blocks' gradients, the initial value of accumulated
/// gradients.
template <class Scalar>
BlockStackGradientsOf<Scalar> zeros_like(const BlockStackOf<Scalar>& stack) {
  BlockStackGradientsOf<Scalar> zeros;
  for (const auto& block : stack.blocks()) zeros.blocks.push_back(zeros_like(block));
  return zeros;
}

/// Returns a stack with random parameters, drawn from one generator in the order of the blocks.
/// Throws ArgumentError for fewer than one layer.
BlockStack make_block_stack(const BlockStackOptions& options, Initialization init,
                            RandomState& rng);

}  // namespace ffn
