#pragma once
// A stack of Transformer blocks, each working on the one before's output: the body of a GPT, without embeddings and head.
//
// Forward keeps what each block received, backward the gradient of the loss with respect to it: what the question whether gradients
// vanish with depth asks for (analysis/gradient_by_depth.h).

#include <cstdint>
#include <vector>

#include "ffn/nn/transformer_block.h"

namespace ffn {

/// How many blocks, alike in all but their random parameters, and what they are.
struct BlockStackOptions {
  Index n_layers = 1;
  TransformerBlockOptions block;  ///< the same for all
};

/// What a forward pass saves on request.
template <class Scalar>
struct BlockStackTraceOf {
  std::vector<TransformerBlockTraceOf<Scalar>> blocks;
  std::vector<MatrixOf<Scalar>> inputs;  // n_layers + 1 of (tokens, d_model): what each block received, then the output
};

/// What a backward pass gives: the gradients of every block, and of all that goes into a block or comes out of one.
template <class Scalar>
struct BlockStackGradientsOf {
  std::vector<TransformerBlockLayersOf<Scalar>> blocks;
  std::vector<MatrixOf<Scalar>> inputs;  // n_layers + 1 of (tokens, d_model): of what each block received, then of the output
};

/// Blocks ready to run, one after the other; there is one at least.
template <class Scalar>
class BlockStackOf {
 public:
  using Blocks = std::vector<TransformerBlockOf<Scalar>>;
  using Trace = BlockStackTraceOf<Scalar>;
  using Gradients = BlockStackGradientsOf<Scalar>;

  /// Throws ArgumentError unless there is a block and all have one d_model.
  explicit BlockStackOf(Blocks blocks);

  Index n_layers() const { return static_cast<Index>(blocks_.size()); }
  Index d_model() const { return blocks_.front().d_model(); }
  const Blocks& blocks() const { return blocks_; }
  Blocks& blocks() { return blocks_; }
  std::int64_t parameter_count() const;

  /// x and output (batch * seq_len, d_model), not overlapping; `trace` may be nullptr. With `rng` a training pass. Throws ArgumentError
  /// for other shapes.
  void forward(const ConstMatrixViewOf<Scalar>& x, Index seq_len, MatrixViewOf<Scalar> output, Trace* trace,
               RandomState* rng = nullptr) const;

  /// Adds the gradients of all blocks to grads.blocks and writes grads.inputs; the gradient of x is the first of these. Throws
  /// ArgumentError for shapes that do not fit.
  void backward(Index seq_len, const Trace& trace, const ConstMatrixViewOf<Scalar>& grad_output, Gradients& grads) const;

 private:
  Blocks blocks_;
};

using BlockStack = BlockStackOf<float>;

/// Gradients of a stack start from these zeros.
template <class Scalar>
BlockStackGradientsOf<Scalar> zeros_like(const BlockStackOf<Scalar>& stack) {
  BlockStackGradientsOf<Scalar> zeros;
  for (const auto& block : stack.blocks()) zeros.blocks.push_back(zeros_like(block));
  return zeros;
}

/// Random parameters from one stream, the first block's first. Throws ArgumentError for fewer than one layer.
BlockStack make_block_stack(const BlockStackOptions& options, Initialization init, RandomState& rng);

}  // namespace ffn
