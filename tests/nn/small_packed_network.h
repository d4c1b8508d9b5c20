#pragma once
// A small network, passes of it with and without packed weights, and the check that they agree.

#include <doctest/doctest.h>

#include <functional>

#include "ffn/core/random.h"
#include "ffn/nn/feed_forward.h"
#include "nn/checked_tensor.h"

namespace ffn::test {

inline FeedForwardOptions small_options(bool gated = false) {
  FeedForwardOptions options;
  options.d_model = 5;
  options.d_ff = 19;
  options.gated = gated;
  return options;
}

inline FeedForward small_network(std::uint32_t seed = 1, bool gated = true) {
  return make_feed_forward(small_options(gated), Initialization::kPytorch, seed);
}

inline Matrix input() {
  RandomState rng(3);
  return random_matrix<float>(rng, 4, 5);
}

inline Matrix untraced(const FeedForward& ffn) {
  const Matrix x = input();
  Matrix output(4, 5);
  ffn.forward(view(x), view(output), nullptr);
  return output;
}

// Returns the output of a pass with a trace, which uses no packed weights.
inline Matrix traced(const FeedForward& ffn) {
  const Matrix x = input();
  Matrix output(4, 5);
  FeedForwardTrace trace;
  ffn.forward(view(x), view(output), &trace);
  return output;
}

// Checks that `write` changes the output, and that the pass after it uses the new weights.
inline void check_write(FeedForward& ffn, const std::function<void()>& write) {
  const Matrix before = untraced(ffn);
  CHECK(before == traced(ffn));
  write();
  CHECK(untraced(ffn) != before);
  CHECK(untraced(ffn) == traced(ffn));
}

}  // namespace ffn::test
