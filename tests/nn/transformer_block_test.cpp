#include "ffn/nn/transformer_block.h"

#include <doctest/doctest.h>

#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/nn/parameters.h"
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
  const auto row = [&](const std::string& name) {
    return RowVector(golden.at(name).matrix().row(0));
  };
  const auto linear = [&](const std::string& w, const std::string& b) {
    return Linear{golden.at(w).matrix(), row(b)};
  };
  const auto projection = [&](const std::string& name) { return linear("w_" + name, "b_" + name); };
  Attention attention(
      {projection("query"), projection("key"), projection("value"), projection("output")},
      wanted.attention);
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

TEST_CASE("transformer_block: forward and backward agree with PyTorch for all options") {
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

TEST_CASE(
    "transformer_block: gradients agree with central differences in double with all dropouts") {
  for (const Placement& placement : kPlacements) {
    const TransformerBlockOptions wanted = options(placement.norm, placement.shortcuts, 0.3);
    RandomState rng(31);
    const auto square = [&] { return random_linear<double>(rng, 6, 6, true); };
    const auto norm = [&] {
      return LayerNormOf<double>{random_matrix<double>(rng, 1, 6),
                                 random_matrix<double>(rng, 1, 6)};
    };
    AttentionLayersOf<double> attention{square(), square(), square(), square()};
    FeedForwardLayersOf<double> feed_forward{
        random_linear<double>(rng, 8, 6, true), {}, random_linear<double>(rng, 6, 8, true)};
    TransformerBlockOf<double> block(norm(), AttentionOf<double>(attention, wanted.attention),
                                     norm(), {feed_forward, wanted.feed_forward}, wanted);
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
    std::vector<CheckedTensor> tensors{checked("x", x, grad_x)};
    const auto parameters = parameters_of<double>(block);
    const auto gradients = parameters_of<const double>(std::as_const(grads));
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      // The key's bias shifts all scores of a row equally, so its gradient is zero up to rounding.
      if (parameters[i].name != "attention.b_key")
        tensors.push_back({parameters[i].name, parameters[i].values, gradients[i].values});
    }
    const auto loss = [&] {
      TransformerBlockTraceOf<double> unused;
      return (forward(unused).array() * weighting.array()).sum();
    };
    CAPTURE(placement.suffix);
    for (const GradientCheck& result : check_gradients(loss, tensors)) {
      CAPTURE(result.name);
      CHECK(result.largest_error < 1e-7);
    }
  }
}

TEST_CASE("transformer_block: parameter count of GPT-2's block, two thirds of it in the network") {
  TransformerBlockOptions gpt2;
  gpt2.attention = {768, 12};
  gpt2.feed_forward.d_model = 768;
  gpt2.feed_forward.d_ff = 3072;
  RandomState rng(1);
  const TransformerBlock block = make_transformer_block(gpt2, Initialization::kZeros, rng);
  CHECK(block.parameter_count() == 7087872);
  CHECK(block.norm() == NormPlacement::kPre);
  CHECK(block.shortcuts());
  CHECK(block.attention().options().n_heads == 12);
  CHECK(block.feed_forward().parameter_count() == 4722432);
}

TEST_CASE("transformer_block: the block is causal, also for NaN and infinity") {
  RandomState rng(2);
  for (const Placement& placement : kPlacements) {
    const TransformerBlock block = make_transformer_block(
        options(placement.norm, placement.shortcuts), Initialization::kPytorch, rng);
    const Matrix x = random_matrix<float>(rng, 5, 6);
    const auto run = [&](const Matrix& in) {
      TransformerBlockTraceOf<float> trace;
      Matrix output(5, 6);
      block.forward(view(in), 5, view(output), trace);
      return output;
    };
    const Matrix before = run(x);
    for (const float poison :
         {4.0F, std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
      Matrix changed = x;
      changed(3, 0) = poison;
      const Matrix after = run(changed);
      CHECK(std::memcmp(before.data(), after.data(), sizeof(float) * 3 * 6) == 0);
      CHECK_FALSE(std::memcmp(before.row(3).data(), after.row(3).data(), sizeof(float) * 6) == 0);
    }
  }
}

TEST_CASE("transformer_block: without norms it is attention and network with two shortcuts") {
  RandomState rng(4);
  const TransformerBlock block =
      make_transformer_block(options(NormPlacement::kNone, true), Initialization::kPytorch, rng);
  CHECK(block.norm1().features() == 0);
  CHECK(block.parameter_count() ==
        block.attention().parameter_count() + block.feed_forward().parameter_count());
  const Matrix x = random_matrix<float>(rng, 4, 6);
  TransformerBlockTraceOf<float> trace;
  Matrix output(4, 6);
  block.forward(view(x), 4, view(output), trace);
  AttentionTraceOf<float> unused;
  Matrix h(4, 6);
  Matrix expected(4, 6);
  block.attention().forward(view(x), 4, view(h), unused);
  CHECK(trace.attention_branch.work_output == h);
  h += x;
  block.feed_forward().forward(view(std::as_const(h)), view(expected), nullptr);
  CHECK(trace.feed_forward_branch.work_output == expected);
  CHECK(output == expected + h);
}

TEST_CASE("transformer_block: without attention tokens are independent") {
  TransformerBlockOptions wanted = options(NormPlacement::kPre, true);
  wanted.feed_forward_only = true;
  RandomState rng(5);
  const TransformerBlock block = make_transformer_block(wanted, Initialization::kPytorch, rng);
  CHECK_FALSE(block.has_attention());
  CHECK(block.parameter_count() == 2 * 6 + block.feed_forward().parameter_count());
  const Matrix x = random_matrix<float>(rng, 4, 6);
  TransformerBlockTraceOf<float> trace;
  Matrix together(4, 6);
  block.forward(view(x), 4, view(together), trace);
  for (Index t = 0; t < 4; ++t) {
    const Matrix token = x.row(t);
    Matrix alone(1, 6);
    block.forward(view(token), 1, view(alone), trace);
    CHECK(alone == together.row(t));
  }
}

TEST_CASE("transformer_block: parts of different widths are rejected by name") {
  RandomState rng(1);
  TransformerBlockOptions wanted = options(NormPlacement::kPre, true);
  wanted.feed_forward.d_model = 4;
  CHECK_THROWS_WITH(make_transformer_block(wanted, Initialization::kPytorch, rng),
                    "attention.d_model is 6; expected 4, as feed_forward's d_model");
  const TransformerBlock block =
      make_transformer_block(options(NormPlacement::kPre, true), Initialization::kPytorch, rng);
  CHECK_THROWS_WITH(TransformerBlock(block.norm1(), block.attention(), block.norm2(),
                                     block.feed_forward(), options(NormPlacement::kNone, true)),
                    "norm1.features is 6; expected 0, as it has no place here");
  TransformerBlockTraceOf<float> trace;
  const Matrix narrow = Matrix::Zero(4, 5);
  Matrix output(4, 6);
  CHECK_THROWS_WITH(block.forward(view(narrow), 4, view(output), trace),
                    "x is (4, 5); expected shape (4, 6)");
}

TEST_CASE("transformer_block: a part that is switched off contributes 0") {
  for (const NormPlacement norm : {NormPlacement::kPre, NormPlacement::kPost}) {
    RandomState rng(8);
    const TransformerBlock block =
        make_transformer_block(options(norm, true), Initialization::kPytorch, rng);
    const Matrix x = random_matrix<float>(rng, 8, 6);
    const auto output_of = [&](const TransformerBlock& of,
                               const TransformerBlockSwitches& switches) {
      TransformerBlockTraceOf<float> trace;
      Matrix output(8, 6);
      of.forward(view(x), 4, view(output), trace, nullptr, switches);
      return output;
    };
    TransformerBlock without_attention = block;
    without_attention.attention().layers().output = zeros_like(block.attention().layers().output);
    CHECK(output_of(block, {false, true, {}}) == output_of(without_attention, {}));
    TransformerBlock without_network = block;
    without_network.feed_forward().change_layers(
        [](FeedForwardLayers& layers) { layers.linear2 = zeros_like(layers.linear2); });
    CHECK(output_of(block, {true, false, {}}) == output_of(without_network, {}));
    TransformerBlock without_units = block;
    without_units.feed_forward().change_layers(
        [](FeedForwardLayers& layers) { layers.linear2.weight.rightCols(2).setZero(); });
    CHECK(output_of(block, {true, true, {6, 7}}) == output_of(without_units, {}));
    if (norm == NormPlacement::kPre) CHECK(output_of(block, {false, false, {}}) == x);
    CHECK(output_of(block, {}) != output_of(without_units, {}));
  }
}
