#include "ffn/nn/packed_layers.h"

#include <doctest/doctest.h>

#include <cstring>
#include <initializer_list>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/random.h"
#include "ffn/kernels/tile.h"
#include "ffn/nn/feed_forward.h"
#include "ffn/nn/forward_blocks.h"
#include "nn/checked_tensor.h"

using namespace ffn;
using ffn::test::random_matrix;

namespace {

FeedForward network(Index d_model, Index d_ff, Activation activation, bool bias, bool gated) {
  FeedForwardOptions options;
  options.d_model = d_model;
  options.d_ff = d_ff;
  options.activation = activation;
  options.bias = bias;
  options.gated = gated;
  return make_feed_forward(options, Initialization::kPytorch, 7U);
}

Matrix tokens(Index count, Index d_model) {
  RandomState rng(static_cast<std::uint32_t>(count));
  return random_matrix<float>(rng, count, d_model);
}

bool same_bits(const Matrix& a, const Matrix& b) {
  if (a.size() == 0) return b.size() == 0;  // no memory to compare
  return a.rows() == b.rows() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(float)) == 0;
}

Matrix traced(const FeedForward& ffn, const Matrix& x) {
  Matrix output(x.rows(), ffn.d_model());
  FeedForwardTrace trace;
  ffn.forward(view(x), view(output), &trace);
  return output;
}

Matrix part_of(const FeedForward& ffn, const Matrix& x, UnitRange units) {
  Matrix output(x.rows(), ffn.d_model());
  ffn.packed()->forward({view(x), view(output), ffn.activation(), units});
  return output;
}

void check_same_as_network(const FeedForward& ffn, Index count) {
  const Matrix x = tokens(count, ffn.d_model());
  const Matrix expected = traced(ffn, x);
  CHECK(same_bits(part_of(ffn, x, {0, ffn.d_ff()}), expected));
  Matrix output(count, ffn.d_model());
  ffn.forward(view(x), view(output), nullptr);
  CHECK(same_bits(output, expected));
}

// The specification of a partial output: the network of these units alone.
FeedForward network_of(const FeedForward& ffn, UnitRange units) {
  const auto outputs_of = [&](const Linear& layer) {
    if (layer.weight.size() == 0) return Linear{};
    Linear part{layer.weight.middleRows(units.first, units.count), {}};
    if (layer.bias.size() > 0) part.bias = layer.bias.segment(units.first, units.count);
    return part;
  };
  const FeedForwardLayers& all = ffn.layers();
  Linear linear2{all.linear2.weight.middleCols(units.first, units.count), {}};
  if (units.first == 0) linear2.bias = all.linear2.bias;
  FeedForwardOptions options;
  options.activation = ffn.activation();
  return {{outputs_of(all.linear1), outputs_of(all.gate), std::move(linear2)}, options};
}

void check_part(const FeedForward& ffn, const Matrix& x, UnitRange units) {
  CAPTURE(units.first);
  CAPTURE(units.count);
  const Matrix expected = traced(network_of(ffn, units), x);
  CHECK((part_of(ffn, x, units) - expected).cwiseAbs().maxCoeff() <=
        2e-6F * expected.cwiseAbs().maxCoeff());
}

}  // namespace

TEST_CASE(
    "packed_layers: same bits as the network with a trace for all numbers of tokens and all "
    "options") {
  for (const bool gated : {false, true}) {
    for (const bool bias : {false, true}) {
      const FeedForward ffn = network(13, 27, Activation::kGelu, bias, gated);
      for (Index count = 0; count <= 14; ++count) check_same_as_network(ffn, count);
    }
  }
  for (const Activation kind : kActivations)
    check_same_as_network(network(8, 40, kind, true, false), 3);
}

TEST_CASE(
    "packed_layers: same bits as the network across blocks of tokens, hidden units and depth") {
  const FeedForward wide = network(20, 1201, Activation::kGeluTanh, true, false);
  for (const Index count : {1, 6, 191, 192, 193, 400}) check_same_as_network(wide, count);
  check_same_as_network(network(401, 1000, Activation::kRelu, true, true), 197);
}

TEST_CASE("packed_layers: partial outputs agree with the specification") {
  const Index step = tile_set().columns;
  for (const bool gated : {false, true}) {
    for (const Activation kind : kActivations) {
      const FeedForward ffn =
          network(11, 7 * step + 5, kind, !gated || kind == Activation::kGelu, gated);
      for (const Index first : {Index{0}, step, 3 * step}) {
        for (const Index count : {Index{1}, step + 3, ffn.d_ff() - first}) {
          for (const Index rows : {1, 7, 200}) check_part(ffn, tokens(rows, 11), {first, count});
        }
      }
    }
  }
}

TEST_CASE("packed_layers: partial outputs sum to the output of the network") {
  const Index step = tile_set().columns;
  const FeedForward ffn = network(12, 5 * step + 3, Activation::kGelu, true, true);
  const Matrix x = tokens(5, 12);
  const Matrix whole = traced(ffn, x);
  for (const std::initializer_list<Index>& ends :
       {std::initializer_list<Index>{ffn.d_ff()}, {step, 3 * step, ffn.d_ff()}}) {
    Matrix sum = Matrix::Zero(5, 12);
    Index first = 0;
    for (const Index end : ends) {
      sum += part_of(ffn, x, {first, end - first});
      first = end;
    }
    CHECK((sum - whole).cwiseAbs().maxCoeff() <= 1e-6F * whole.cwiseAbs().maxCoeff());
  }
}

TEST_CASE("packed_layers: only the part that begins at unit 0 includes b2") {
  const Index step = tile_set().columns;
  FeedForward ffn = network(6, 2 * step, Activation::kRelu, true, false);
  ffn.change_layers([](FeedForwardLayers& layers) {
    layers.linear1.weight.setZero();
    layers.linear1.bias.setConstant(-1.0F);  // every unit is inactive
  });
  const Matrix x = Matrix::Ones(2, 6);
  for (Index row = 0; row < 2; ++row)
    CHECK(part_of(ffn, x, {0, 1}).row(row) == ffn.layers().linear2.bias);
  CHECK(part_of(ffn, x, {step, step}) == Matrix::Zero(2, 6));
}

TEST_CASE("packed_layers: a single stage computes its tensor from the buffers") {
  const FeedForward ffn = network(6, 29, Activation::kGelu, true, true);
  const Matrix x = tokens(5, 6);
  Matrix output(5, 6);
  const auto layers = ffn.packed();
  const PackedPass pass{view(x), view(output), ffn.activation(), {0, 29}};
  FeedForwardTrace trace;
  Matrix expected(5, 6);
  ffn.forward(view(x), view(expected), &trace);
  ForwardBuffers buffers = layers->buffers(pass, true);
  layers->forward(pass, buffers, ForwardStage::kLinear1);
  CHECK(MatrixView(buffers.pre_activation(), 5, 29) == trace.pre_activation);
  CHECK(MatrixView(buffers.gate(), 5, 29) == trace.gate);
  layers->forward(pass, buffers, ForwardStage::kActivation);
  CHECK(MatrixView(buffers.pre_activation(), 5, 29) == trace.pre_activation);
  CHECK(MatrixView(buffers.hidden(), 5, 29) == trace.hidden);
  layers->forward(pass, buffers, ForwardStage::kLinear2);
  CHECK(same_bits(output, expected));
}

TEST_CASE(
    "packed_layers: units that do not exist or do not begin at a panel are rejected by name") {
  const Index step = tile_set().columns;
  const FeedForward ffn = network(4, 2 * step, Activation::kGelu, true, false);
  const Matrix x = tokens(1, 4);
  CHECK_THROWS_WITH_AS(part_of(ffn, x, {1, 1}),
                       doctest::Contains("first is 1; expected a multiple of"), ArgumentError);
  CHECK_THROWS_WITH_AS(part_of(ffn, x, {2 * step, 1}), doctest::Contains("first"), ArgumentError);
  CHECK_THROWS_WITH_AS(part_of(ffn, x, {-step, 1}), doctest::Contains("first"), ArgumentError);
  CHECK_THROWS_WITH_AS(part_of(ffn, x, {step, step + 1}), doctest::Contains("the units from"),
                       ArgumentError);
  CHECK_THROWS_WITH_AS(part_of(ffn, x, {0, 0}), doctest::Contains("count is 0"), ArgumentError);
}

TEST_CASE("packed_layers: shapes that do not match are rejected by name") {
  const FeedForward ffn = network(4, 8, Activation::kGelu, true, false);
  const auto packed = ffn.packed();
  CHECK(packed->d_model() == 4);
  CHECK(packed->d_ff() == 8);
  CHECK_FALSE(packed->gated());
  Matrix output(2, 4);
  const auto pass = [&](const Matrix& x) {
    packed->forward({view(x), view(output), Activation::kGelu, {0, 8}});
  };
  CHECK_THROWS_WITH_AS(pass(tokens(2, 5)), "x is (2, 5); expected shape (2, 4)", ArgumentError);
  CHECK_THROWS_WITH_AS(pass(tokens(3, 4)), "output is (2, 4); expected shape (3, 4)",
                       ArgumentError);
}
