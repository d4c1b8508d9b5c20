#include "ffn/nn/transformer_block.h"

#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "golden.h"
#include "nn/checked_tensor.h"

using namespace ffn;
using ffn::test::checked;
using ffn::test::random_linear;
using ffn::test::random_matrix;

namespace {

TransformerBlockOptions options(NormPlacement norm, bool shortcuts, double dropout = 0.0) {
  TransformerBlockOptions wanted;
  wanted.attention = {6, 2, true, true, dropout};
  wanted.feed_forward = {6, 8, Activation::kGelu, true, false, dropout, DropoutPlacement::kHidden};
  wanted.norm = norm;
  wanted.shortcuts = shortcuts;
  wanted.dropout = dropout;
  return wanted;
}

TransformerBlock block_from(const test::Golden& golden, const TransformerBlockOptions& wanted) {
  const auto row = [&](const std::string& name) { return RowVector(golden.at(name).matrix().row(0)); };
  const auto linear = [&](const std::string& w, const std::string& b) { return Linear{golden.at(w).matrix(), row(b)}; };
  const auto projection = [&](const std::string& name) { return linear("w_" + name, "b_" + name); };
  Attention attention({projection("query"), projection("key"), projection("value"), projection("output")}, wanted.attention);
  FeedForward feed_forward({linear("w1", "b1"), {}, linear("w2", "b2")}, wanted.feed_forward);
  return {{row("norm1_scale"), row("norm1_shift")},
          std::move(attention),
          {row("norm2_scale"), row("norm2_shift")},
          std::move(feed_forward),
          wanted};
}

struct Placement {
  NormPlacement norm;
  bool shortcuts;
  const char* suffix;
};

constexpr Placement kPlacements[] = {{NormPlacement::kPre, true, "_pre"},
                                     {NormPlacement::kPost, true, "_post"},
                                     {NormPlacement::kPre, false, "_pre_bare"},
                                     {NormPlacement::kPost, false, "_post_bare"}};

}  // namespace

TEST_CASE("transformer_block: agrees with PyTorch forward and backward in every arrangement") {
  const auto golden = test::read_golden("transformer_block");
  const Matrix x = golden.at("x").matrix();
  const Matrix grad_output = golden.at("grad_output").matrix();
  for (const Placement& placement : kPlacements) {
    const TransformerBlock block = block_from(golden, options(placement.norm, placement.shortcuts));
    TransformerBlockTraceOf<float> trace;
    Matrix output(8, 6);
    Matrix grad_x(8, 6);
    auto grads = zeros_like(block);
    block.forward(view(x), 4, view(output), trace);
    block.backward(4, trace, view(grad_output), grads, view(grad_x));
    const auto check = [&](const std::string& name, const Matrix& actual) {
      const std::string key = name + placement.suffix;
      CAPTURE(key);
      CHECK(test::relative_error(actual, golden.at(key)) < 2e-5);
    };
    check("output", output);
    check("grad_x", grad_x);
    check("grad_norm1_scale", grads.norm1.scale);
    check("grad_norm1_shift", grads.norm1.shift);
    check("grad_norm2_scale", grads.norm2.scale);
    check("grad_norm2_shift", grads.norm2.shift);
    check("grad_w_query", grads.attention.query.weight);
    check("grad_w_output", grads.attention.output.weight);
    check("grad_b_output", grads.attention.output.bias);
    check("grad_w1", grads.feed_forward.linear1.weight);
    check("grad_b2", grads.feed_forward.linear2.bias);
  }
}

TEST_CASE("transformer_block: gradients agree with central differences in double with dropout everywhere") {
  for (const Placement& placement : kPlacements) {
    const TransformerBlockOptions wanted = options(placement.norm, placement.shortcuts, 0.3);
    RandomState rng(31);
    const auto square = [&] { return random_linear<double>(rng, 6, 6, true); };
    const auto norm = [&] { return LayerNormOf<double>{random_matrix<double>(rng, 1, 6), random_matrix<double>(rng, 1, 6)}; };
    AttentionLayersOf<double> attention{square(), square(), square(), square()};
    FeedForwardLayersOf<double> feed_forward{random_linear<double>(rng, 8, 6, true), {}, random_linear<double>(rng, 6, 8, true)};
    const TransformerBlockOf<double> block(norm(), {attention, wanted.attention}, norm(), {feed_forward, wanted.feed_forward}, wanted);
    MatrixOf<double> x = random_matrix<double>(rng, 6, 6);
    const MatrixOf<double> weighting = random_matrix<double>(rng, 6, 6);
    const auto forward = [&](TransformerBlockTraceOf<double>& trace) {
      RandomState mask(3);
      MatrixOf<double> output(6, 6);
      block.forward(view(std::as_const(x)), 3, view(output), trace, &mask);
      return output;
    };
    TransformerBlockTraceOf<double> trace;
    forward(trace);
    auto grads = zeros_like(block);
    MatrixOf<double> grad_x(6, 6);
    block.backward(3, trace, view(weighting), grads, view(grad_x));
    const CheckedTensor tensor = checked("x", x, grad_x);
    const auto loss = [&] {
      TransformerBlockTraceOf<double> unused;
      return (forward(unused).array() * weighting.array()).sum();
    };
    CAPTURE(placement.suffix);
    CHECK(check_gradients(loss, {&tensor, 1}).front().largest_error < 1e-7);
  }
}

TEST_CASE("transformer_block: GPT-2's block has its parameters and two thirds of them in the network") {
  TransformerBlockOptions gpt2;
  gpt2.attention = {768, 12};
  gpt2.feed_forward.d_model = 768;
  gpt2.feed_forward.d_ff = 3072;
  RandomState rng(1);
  const TransformerBlock block = make_transformer_block(gpt2, Initialization::kZeros, rng);
  CHECK(block.parameter_count() == 7087872);
  CHECK(block.feed_forward().parameter_count() == 4722432);
}

TEST_CASE("transformer_block: causality holds through the whole block") {
  RandomState rng(2);
  TransformerBlockOptions wanted = options(NormPlacement::kPre, true);
  const TransformerBlock block = make_transformer_block(wanted, Initialization::kPytorch, rng);
  Matrix x = random_matrix<float>(rng, 5, 6);
  TransformerBlockTraceOf<float> trace;
  Matrix before(5, 6);
  Matrix after(5, 6);
  block.forward(view(std::as_const(x)), 5, view(before), trace);
  x(4, 0) = std::numeric_limits<float>::quiet_NaN();
  block.forward(view(std::as_const(x)), 5, view(after), trace);
  CHECK(std::memcmp(before.data(), after.data(), sizeof(float) * 4 * 6) == 0);
}

TEST_CASE("transformer_block: parts of different widths are refused by name") {
  RandomState rng(1);
  TransformerBlockOptions wanted = options(NormPlacement::kPre, true);
  wanted.feed_forward.d_model = 4;
  CHECK_THROWS_WITH(make_transformer_block(wanted, Initialization::kPytorch, rng),
                    "feed_forward.d_model is 4; expected 6, as attention's d_model");
}
