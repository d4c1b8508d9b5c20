#include "ffn/analysis/forward_stages.h"

#include <doctest/doctest.h>

#include <utility>

#include "ffn/core/check.h"
#include "ffn/nn/forward_blocks.h"
#include "small_network.h"

using namespace ffn;

namespace {

constexpr ForwardStage kStages[] = {ForwardStage::kLinear1, ForwardStage::kActivation,
                                    ForwardStage::kLinear2};

Matrix staged(const FeedForward& network, const Matrix& x, std::int64_t passes) {
  ForwardStages stages(network, view(x));
  for (const ForwardStage stage : kStages) stages.run(stage, passes);
  return stages.output();
}

Matrix passed(const FeedForward& network, const Matrix& x) {
  Matrix output(x.rows(), network.d_model());
  network.forward(view(x), view(output), nullptr);
  return output;
}

}  // namespace

TEST_CASE("forward_stages: the stages in order give the bits of a pass, also when repeated") {
  for (const bool gated : {false, true}) {
    for (const bool bias : {false, true}) {
      for (const Activation activation : {Activation::kGelu, Activation::kRelu}) {
        const FeedForward network = test::make({6, 29, activation, bias, gated});
        const Matrix x = test::random_input(5, 6);
        CHECK(staged(network, x, 1) == passed(network, x));
        CHECK(staged(network, x, 3) == passed(network, x));
      }
    }
  }
}

TEST_CASE("forward_stages: a stage processes all blocks") {
  const Index tokens = 2 * kRowBlock + 7;
  const Index d_ff = 2 * kHiddenElements / kRowBlock + 5;
  // All hidden units and all tokens are equal, so the buffer of the last block is valid for all
  // blocks.
  FeedForwardLayers layers = test::make({4, d_ff}).layers();
  layers.linear1.weight.setConstant(0.25F);
  layers.linear1.bias.setConstant(0.125F);
  const FeedForward network(std::move(layers), FeedForwardOptions{});
  const Matrix x = Matrix::Constant(tokens, 4, 0.5F);
  CHECK(staged(network, x, 1) == passed(network, x));
}

TEST_CASE(
    "forward_stages: a single stage runs on the buffers of the first pass and does not modify its "
    "input") {
  const Matrix x = test::random_input(5, 6);
  const FeedForward network = test::make();
  const auto started = [&] {
    const FeedForward other = test::make();
    const Matrix copy = x;
    return ForwardStages(other, view(copy));
  };
  ForwardStages stages = started();
  CHECK(stages.output() == Matrix::Zero(5, 6));
  stages.run(ForwardStage::kLinear2, 2);
  CHECK(stages.output() == passed(network, x));
  // The activation does not overwrite its input.
  stages.run(ForwardStage::kActivation, 4);
  stages.run(ForwardStage::kLinear2, 1);
  CHECK(stages.output() == passed(network, x));
}

TEST_CASE("forward_stages: invalid inputs and numbers of passes are rejected") {
  const FeedForward network = test::make();
  const Matrix x = test::random_input(2, 6);
  CHECK_THROWS_WITH(ForwardStages(network, test::all_of(Matrix(0, 6))),
                    "tokens is 0; expected 1 or more");
  CHECK_THROWS_AS(ForwardStages(network, test::all_of(Matrix::Zero(2, 5))), ArgumentError);
  ForwardStages stages(network, view(x));
  CHECK_THROWS_WITH(stages.run(ForwardStage::kLinear1, 0),
                    "passes is 0; expected an integer from 1 to 1000000");
  CHECK_THROWS_AS(stages.run(ForwardStage::kLinear1, kMaxStagePasses + 1), ArgumentError);
  CHECK(named<ForwardStage>("linear1") == ForwardStage::kLinear1);
  CHECK(named<ForwardStage>("activation") == ForwardStage::kActivation);
  CHECK(named<ForwardStage>("linear2") == ForwardStage::kLinear2);
  CHECK_THROWS_WITH(named<ForwardStage>("gate"),
                    "stage is \"gate\"; expected \"linear1\", \"activation\" or \"linear2\"");
}
