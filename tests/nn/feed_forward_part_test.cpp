#include "ffn/nn/feed_forward_part.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "ffn/core/check.h"
#include "nn/checked_tensor.h"

using namespace ffn;
using ffn::test::random_matrix;

namespace {

// Returns [0, size) in `parts` ranges: begins, and the end.
std::vector<Index> cuts(Index size, Index parts) {
  std::vector<Index> cuts;
  for (Index part = 0; part <= parts; ++part) cuts.push_back(part * size / parts);
  return cuts;
}

// Not of an empty matrix: Eigen computes the address of its columns.
void set_columns(Matrix& to, Index first, const Matrix& columns) {
  if (columns.size() > 0) to.middleCols(first, columns.cols()) = columns;
}

struct Gradients {
  FeedForwardLayers layers;
  Matrix x;
};

Gradients by_one_thread(const FeedForward& ffn, const Matrix& x, const Matrix& grad_output) {
  FeedForwardTrace trace;
  Matrix output(x.rows(), x.cols());
  ffn.forward(view(x), view(output), &trace);
  Gradients grads{zeros_like(ffn), Matrix(x.rows(), x.cols())};
  ffn.backward(view(x), trace, view(grad_output), grads.layers, view(grads.x));
  return grads;
}

// The first round of a part: writes the gradients of its weights into those of the network and of
// its hidden tensors into those of all units.
void units_round(const FeedForwardPart& part, const FeedForward& ffn, Index first, const Matrix& x,
                 const Matrix& grad_output, Gradients& grads, FeedForwardTraceGradients& all) {
  const FeedForward units(part.units, {.activation = ffn.activation()});
  FeedForwardTrace trace;
  FeedForwardTraceGradients hidden;
  units.forward_hidden(view(x), trace);
  units.backward_hidden(trace, view(grad_output), hidden);
  FeedForwardLayers own = zeros_like(units);
  for_each_layer_gradient(
      units, view(x), trace, hidden,
      [&](const char*, auto layer, const auto& input, const auto& grad_y) {
        (units.layers().*layer).backward_parameters(input, grad_y, own.*layer, Write::kReplace);
      });
  const Index count = units.d_ff();
  for (auto layer : {&FeedForwardLayers::linear1, &FeedForwardLayers::gate}) {
    if ((own.*layer).weight.size() == 0) continue;
    (grads.layers.*layer).weight.middleRows(first, count) = (own.*layer).weight;
    if ((own.*layer).bias.size() > 0)
      (grads.layers.*layer).bias.segment(first, count) = (own.*layer).bias;
  }
  set_columns(grads.layers.linear2.weight, first, own.linear2.weight);
  if (first == 0) grads.layers.linear2.bias = own.linear2.bias;
  set_columns(all.pre_activation, first, hidden.pre_activation);
  if (ffn.gated()) set_columns(all.gate, first, hidden.gate);
}

Gradients by_parts(const FeedForward& ffn, const Matrix& x, const Matrix& grad_output,
                   Index threads) {
  const std::vector<Index> units = cuts(ffn.d_ff(), threads);
  const std::vector<Index> features = cuts(ffn.d_model(), threads);
  std::vector<FeedForwardPart> parts;
  for (std::size_t i = 0; i + 1 < units.size(); ++i)
    parts.push_back(part_of(ffn, {units[i], units[i + 1] - units[i]},
                            {features[i], features[i + 1] - features[i]}));
  Gradients grads{zeros_like(ffn), Matrix(x.rows(), x.cols())};
  FeedForwardTraceGradients all;
  all.pre_activation.resize(x.rows(), ffn.d_ff());
  if (ffn.gated()) all.gate.resize(x.rows(), ffn.d_ff());
  for (std::size_t i = 0; i < parts.size(); ++i)
    units_round(parts[i], ffn, units[i], x, grad_output, grads, all);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Matrix columns(x.rows(), parts[i].linear1.in_features());
    parts[i].linear1.backward_input(view(std::as_const(all.pre_activation)), view(columns));
    if (ffn.gated()) {
      Matrix by_gate(x.rows(), columns.cols());
      parts[i].gate.backward_input(view(std::as_const(all.gate)), view(by_gate));
      columns += by_gate;
    }
    set_columns(grads.x, features[i], columns);
  }
  return grads;
}

void check_same(const Linear& a, const Linear& b) {
  CHECK(a.weight == b.weight);
  CHECK(a.bias == b.bias);
}

void check_parts(const FeedForwardOptions& options, Index tokens, Index threads) {
  CAPTURE(options.gated);
  CAPTURE(options.bias);
  CAPTURE(tokens);
  CAPTURE(threads);
  RandomState rng(7);
  const FeedForward ffn = make_feed_forward(options, Initialization::kPytorch, rng);
  const Matrix x = random_matrix<float>(rng, tokens, options.d_model);
  const Matrix grad_output = random_matrix<float>(rng, tokens, options.d_model);
  const Gradients one = by_one_thread(ffn, x, grad_output);
  const Gradients several = by_parts(ffn, x, grad_output, threads);
  check_same(several.layers.linear1, one.layers.linear1);
  check_same(several.layers.gate, one.layers.gate);
  check_same(several.layers.linear2, one.layers.linear2);
  CHECK(several.x == one.x);
}

}  // namespace

TEST_CASE("feed_forward_part: parts of any number give the bits of one thread") {
  for (const Index threads : {1, 2, 3, 5})
    for (const bool gated : {false, true})
      for (const Index tokens : {1, 7, 70})
        check_parts({9, 43, Activation::kGelu, tokens != 7, gated}, tokens, threads);
  check_parts({128, 520, Activation::kSilu, true, true}, 200, 2);
}

TEST_CASE("feed_forward_part: no tokens give gradients of zero") {
  check_parts({5, 12, Activation::kRelu, true, true}, 0, 2);
}

TEST_CASE("feed_forward_part: rejects ranges outside of the network") {
  const FeedForward ffn = make_feed_forward({4, 16}, Initialization::kPytorch, 1U);
  const auto message = [&](UnitRange units, FeatureRange features) -> std::string {
    try {
      part_of(ffn, units, features);
    } catch (const ArgumentError& error) {
      return error.what();
    }
    return "none";
  };
  CHECK(message({8, 9}, {0, 4}) ==
        "units is (8, 9); expected first and count of a range within 16");
  CHECK(message({0, 16}, {4, 0}) ==
        "features is (4, 0); expected first and count of a range within 4");
  CHECK(message({-1, 4}, {0, 4}) ==
        "units is (-1, 4); expected first and count of a range within 16");
  CHECK(message({0, 16}, {0, 4}) == "none");
}
