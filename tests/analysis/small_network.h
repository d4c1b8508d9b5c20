#pragma once
// Small networks, inputs and passes for the tests of the analyses.

#include "ffn/nn/feed_forward.h"

namespace ffn::test {

struct SmallNetwork {
  Index d_model = 6;
  Index d_ff = 10;
  Activation activation = Activation::kGelu;
  bool bias = true;
  bool gated = false;
  std::uint32_t seed = 3;
};

inline FeedForward make(const SmallNetwork& small = {}) {
  FeedForwardOptions options;
  options.d_model = small.d_model;
  options.d_ff = small.d_ff;
  options.activation = small.activation;
  options.bias = small.bias;
  options.gated = small.gated;
  return make_feed_forward(options, Initialization::kPytorch, small.seed);
}

/// Returns a read-only view, also of a temporary.
inline ConstMatrixView all_of(const Matrix& matrix) { return view(matrix); }

inline Matrix random_input(Index tokens, Index d_model, std::uint32_t seed = 42) {
  RandomState rng(seed);
  Matrix x(tokens, d_model);
  fill_randn(rng, 1.0, view(x));
  return x;
}

struct Pass {
  FeedForwardTrace trace;
  Matrix output;
};

inline Pass pass_of(const FeedForward& network, const Matrix& x) {
  Pass pass{{}, Matrix(x.rows(), network.d_model())};
  network.forward(view(x), view(pass.output), &pass.trace);
  return pass;
}

}  // namespace ffn::test
