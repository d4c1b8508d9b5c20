#include "ffn/nn/feed_forward.h"

#include <algorithm>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/random.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

// Tokens per slice of the untraced pass: at d_ff 3072 the scratch is 768 KiB, small enough for a second-level cache.
constexpr Index kSliceTokens = 64;

void check_bias(const char* argument, const Linear& layer) {
  check(layer.bias.size() == layer.out_features(), argument, to_string(Shape{layer.bias.size()}),
        "shape " + to_string(Shape{layer.out_features()}));
}

}  // namespace

FeedForward::FeedForward(Linear linear1, Linear linear2, Activation activation)
    : linear1_(std::move(linear1)), linear2_(std::move(linear2)), activation_(activation) {
  const Shape w1{linear1_.out_features(), linear1_.in_features()};
  const Shape w2{linear2_.out_features(), linear2_.in_features()};
  check(w1[0] >= 1 && w1[1] >= 1, "w1", to_string(w1), "dimensions of 1 or more");
  check(w2[0] == w1[1] && w2[1] == w1[0], "w2", to_string(w2),
        "shape " + to_string(Shape{w1[1], w1[0]}) + " to match w1 of shape " + to_string(w1));
  check_bias("b1", linear1_);
  check_bias("b2", linear2_);
}

std::int64_t FeedForward::parameter_count() const { return 2 * std::int64_t{d_model()} * d_ff() + d_ff() + d_model(); }

void FeedForward::forward(const ConstMatrixView& x, MatrixView output, FeedForwardTrace* trace) const {
  if (trace != nullptr) {
    trace->pre_activation.resize(x.rows(), d_ff());
    trace->hidden.resize(x.rows(), d_ff());
    linear1_.forward(x, view(trace->pre_activation));
    activation_forward(activation_, view(std::as_const(trace->pre_activation)), view(trace->hidden));
    linear2_.forward(view(std::as_const(trace->hidden)), output);
    return;
  }
  Matrix scratch(std::min(x.rows(), kSliceTokens), d_ff());
  for (Index first = 0; first < x.rows(); first += kSliceTokens) {
    const Index tokens = std::min(kSliceTokens, x.rows() - first);
    MatrixView hidden(scratch.data(), tokens, d_ff());
    const ConstMatrixView finished(scratch.data(), tokens, d_ff());
    linear1_.forward(row_slice(x, first, tokens), hidden);
    activation_forward(activation_, finished, hidden);
    linear2_.forward(finished, row_slice(output, first, tokens));
  }
}

FeedForward make_feed_forward(Index d_model, Index d_ff, Activation activation, Initialization init, std::uint32_t seed) {
  RandomState rng(seed);
  Linear linear1 = make_linear(d_model, d_ff, init, rng);
  Linear linear2 = make_linear(d_ff, d_model, init, rng);
  return {std::move(linear1), std::move(linear2), activation};
}

}  // namespace ffn
