#include "ffn/nn/block_stack.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/nn/parameters.h"
#include "golden.h"
#include "nn/checked_tensor.h"

using namespace ffn;
using ffn::test::random_matrix;

namespace {

BlockStackOptions options(NormPlacement norm, bool shortcuts, bool feed_forward_only,
                          double dropout = 0.0) {
  BlockStackOptions wanted;
  wanted.n_layers = 3;
  wanted.block.attention = {4, 2, true, true, dropout};
  wanted.block.feed_forward = {4,     6,       Activation::kGelu,        true,
                               false, dropout, DropoutPlacement::kHidden};
  wanted.block.norm = norm;
  wanted.block.shortcuts = shortcuts;
  wanted.block.feed_forward_only = feed_forward_only;
  wanted.block.dropout = dropout;
  return wanted;
}

// Returns a stack in double with random parameters, including the norms.
BlockStackOf<double> random_stack(const BlockStackOptions& wanted) {
  RandomState rng(41);
  const auto linear = [&](Index out, Index in) {
    return test::random_linear<double>(rng, out, in, true);
  };
  const auto norm = [&](bool present) {
    const Index features = present && wanted.block.norm != NormPlacement::kNone ? 4 : 0;
    return LayerNormOf<double>{random_matrix<double>(rng, 1, features),
                               random_matrix<double>(rng, 1, features)};
  };
  BlockStackOf<double>::Blocks blocks;
  for (Index i = 0; i < wanted.n_layers; ++i) {
    std::optional<AttentionOf<double>> attention;
    if (!wanted.block.feed_forward_only) {
      AttentionLayersOf<double> layers{linear(4, 4), linear(4, 4), linear(4, 4), linear(4, 4)};
      attention.emplace(std::move(layers), wanted.block.attention);
    }
    FeedForwardOf<double> feed_forward({linear(6, 4), {}, linear(4, 6)}, wanted.block.feed_forward);
    blocks.emplace_back(norm(attention.has_value()), std::move(attention), norm(true),
                        std::move(feed_forward), wanted.block);
  }
  return BlockStackOf<double>(std::move(blocks));
}

BlockStack small_stack(Index n_layers = 3, std::uint32_t seed = 1) {
  BlockStackOptions wanted = options(NormPlacement::kPre, true, false);
  wanted.n_layers = n_layers;
  RandomState rng(seed);
  return make_block_stack(wanted, Initialization::kPytorch, rng);
}

}  // namespace

TEST_CASE("block_stack: every gradient of three blocks agrees with central differences in double") {
  double largest = 0.0;
  for (const NormPlacement norm :
       {NormPlacement::kPre, NormPlacement::kPost, NormPlacement::kNone}) {
    for (const bool shortcuts : {true, false}) {
      for (const bool feed_forward_only : {false, true}) {
        BlockStackOf<double> stack = random_stack(options(norm, shortcuts, feed_forward_only, 0.2));
        RandomState rng(6);
        MatrixOf<double> x = random_matrix<double>(rng, 6, 4);
        const MatrixOf<double> weighting = random_matrix<double>(rng, 6, 4);
        const auto forward = [&](BlockStackTraceOf<double>* trace) {
          RandomState mask(7);  // the same mask in every pass
          MatrixOf<double> output(6, 4);
          stack.forward(view(std::as_const(x)), 3, view(output), trace, &mask);
          return output;
        };
        BlockStackTraceOf<double> trace;
        forward(&trace);
        auto grads = zeros_like(stack);
        stack.backward(3, trace, view(weighting), grads);
        std::vector<CheckedTensor> tensors{test::checked("x", x, grads.inputs.front())};
        const auto parameters = parameters_of<double>(stack);
        const auto gradients = parameters_of<const double>(std::as_const(grads));
        REQUIRE(parameters.size() == gradients.size());
        for (std::size_t i = 0; i < parameters.size(); ++i) {
          // The key's bias shifts all scores of a row equally, so its gradient is zero up to
          // rounding.
          if (parameters[i].name.find("b_key") == std::string::npos) {
            tensors.push_back({parameters[i].name, parameters[i].values, gradients[i].values});
          }
        }
        const auto loss = [&] { return (forward(nullptr).array() * weighting.array()).sum(); };
        for (const GradientCheck& result : check_gradients(loss, tensors)) {
          CAPTURE(result.name);
          // Where a gradient is close to zero, the difference is dominated by rounding of the loss,
          // about 10 * 2^-53 / step.
          const double error = std::abs(result.claimed - result.central_difference) < 5e-9
                                   ? 0.0
                                   : result.largest_error;
          CHECK(error < 1e-6);
          largest = std::max(largest, error);
        }
      }
    }
  }
  MESSAGE("largest error above rounding, relative to the tensor's largest gradient: " << largest);
}

TEST_CASE("block_stack: applies its blocks one after the other and a trace changes no bit") {
  const BlockStack stack = small_stack();
  RandomState rng(2);
  const Matrix x = random_matrix<float>(rng, 8, 4);
  BlockStackTraceOf<float> trace;
  Matrix traced(8, 4);
  Matrix plain(8, 4);
  stack.forward(view(x), 4, view(traced), &trace);
  stack.forward(view(x), 4, view(plain), nullptr);
  CHECK(traced == plain);
  REQUIRE(trace.inputs.size() == 4);
  CHECK(trace.inputs.front() == x);
  CHECK(trace.inputs.back() == plain);
  for (std::size_t i = 0; i < 3; ++i) {
    TransformerBlockTraceOf<float> unused;
    Matrix output(8, 4);
    stack.blocks()[i].forward(view(std::as_const(trace.inputs[i])), 4, view(output), unused);
    CHECK(output == trace.inputs[i + 1]);
  }
}

TEST_CASE("block_stack: all blocks are causal, also for NaN and infinity") {
  const BlockStack stack = small_stack();
  RandomState rng(3);
  const Matrix x = random_matrix<float>(rng, 5, 4);
  Matrix before(5, 4);
  stack.forward(view(x), 5, view(before), nullptr);
  for (const float poison :
       {-7.0F, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    for (Index t = 1; t < 5; ++t) {
      Matrix changed = x;
      changed(t, 1) = poison;
      Matrix after(5, 4);
      stack.forward(view(std::as_const(changed)), 5, view(after), nullptr);
      CHECK(std::memcmp(before.data(), after.data(),
                        sizeof(float) * static_cast<std::size_t>(t) * 4) == 0);
      CHECK_FALSE(std::memcmp(before.row(t).data(), after.row(t).data(), sizeof(float) * 4) == 0);
    }
  }
}

TEST_CASE("block_stack: one generator draws all blocks and they differ") {
  const BlockStack two = small_stack(2);
  const BlockStack three = small_stack(3);
  CHECK(two.n_layers() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(two.blocks()[i].feed_forward().layers().linear1.weight ==
          three.blocks()[i].feed_forward().layers().linear1.weight);
  }
  CHECK(two.blocks()[0].feed_forward().layers().linear1.weight !=
        two.blocks()[1].feed_forward().layers().linear1.weight);
  CHECK(three.parameter_count() == 3 * three.blocks()[0].parameter_count());
  BlockStackOptions gpt2;
  gpt2.n_layers = 2;
  gpt2.block.attention.d_model = 768;
  gpt2.block.attention.n_heads = 12;
  gpt2.block.feed_forward.d_model = 768;
  gpt2.block.feed_forward.d_ff = 3072;
  RandomState rng(1);
  CHECK(make_block_stack(gpt2, Initialization::kZeros, rng).parameter_count() == 2 * 7087872);
}

TEST_CASE("block_stack: invalid arguments are rejected by name") {
  CHECK_THROWS_WITH(small_stack(0), "n_layers is 0; expected 1 or more");
  BlockStack::Blocks mixed = small_stack(1).blocks();
  BlockStackOptions wider = options(NormPlacement::kPre, true, true);
  wider.block.feed_forward.d_model = 5;
  RandomState rng(1);
  mixed.push_back(make_block_stack(wider, Initialization::kPytorch, rng).blocks().front());
  CHECK_THROWS_WITH(BlockStack{mixed}, "d_model is 5; expected 4, as in the first block");
  const BlockStack stack = small_stack();
  const Matrix x = Matrix::Zero(4, 5);
  Matrix output(4, 4);
  CHECK_THROWS_WITH(stack.forward(view(x), 4, view(output), nullptr),
                    "x is (4, 5); expected shape (4, 4)");
  auto grads = zeros_like(stack);
  CHECK_THROWS_WITH(stack.backward(4, {}, view(std::as_const(output)), grads),
                    "trace is 0 blocks; expected 3");
  BlockStackTraceOf<float> trace;
  stack.forward(view(std::as_const(output)), 4, view(output), &trace);
  grads.blocks.pop_back();
  CHECK_THROWS_WITH(stack.backward(4, trace, view(std::as_const(output)), grads),
                    "grads is 2 blocks; expected 3");
}

TEST_CASE("block_stack: switches apply to their blocks") {
  const BlockStack stack = small_stack(2);
  RandomState rng(2);
  const Matrix x = random_matrix<float>(rng, 8, 4);
  std::vector<TransformerBlockSwitches> switches(2);
  switches[0] = {false, false, {}};
  Matrix output(8, 4);
  Matrix expected(8, 4);
  TransformerBlockTraceOf<float> trace;
  stack.forward(view(x), 4, view(output), nullptr, nullptr, switches);
  stack.blocks()[1].forward(view(x), 4, view(expected), trace);
  CHECK(output == expected);
  switches.pop_back();
  CHECK_THROWS_WITH(stack.forward(view(x), 4, view(output), nullptr, nullptr, switches),
                    "switches is 1 blocks; expected 2, or none");
}

#if defined(FFN_SAME_BITS)
TEST_CASE("block_stack: the native and simd builds give the same bits forward and backward" *
          doctest::test_suite("same_bits")) {
  BlockStackOptions wanted = options(NormPlacement::kPre, true, false);
  wanted.block.attention.d_model = 12;
  wanted.block.feed_forward.d_model = 12;
  wanted.block.feed_forward.d_ff = 30;
  RandomState rng(42);
  const BlockStack stack = make_block_stack(wanted, Initialization::kPytorch, rng);
  const Matrix x = random_matrix<float>(rng, 14, 12);
  BlockStackTraceOf<float> trace;
  Matrix output(14, 12);
  stack.forward(view(x), 7, view(output), &trace);
  auto grads = zeros_like(stack);
  stack.backward(7, trace, view(x), grads);
  CHECK(test::bits_of(output) == 11603737391605788188ULL);
  CHECK(test::bits_of(grads.inputs.front()) == 13297607222443213191ULL);
  CHECK(test::bits_of(grads.blocks.front().attention.key.weight) == 10483284620506032892ULL);
}
#endif
