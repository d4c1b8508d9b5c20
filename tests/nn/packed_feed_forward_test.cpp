#include "ffn/nn/packed_feed_forward.h"

#include <doctest/doctest.h>

#include <cstring>

#include "ffn/core/check.h"
#include "ffn/core/random.h"
#include "ffn/kernels/tile.h"
#include "ffn/nn/feed_forward_units.h"

using namespace ffn;

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
  Matrix x(count, d_model);
  RandomState rng(static_cast<std::uint32_t>(count));
  fill_randn(rng, 1.0, view(x));
  return x;
}

bool same_bits(const Matrix& a, const Matrix& b) {
  if (a.size() == 0) return b.size() == 0;  // no memory to compare
  return a.rows() == b.rows() && std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(float)) == 0;
}

void check_same_as_network(const FeedForward& ffn, Index count) {
  const Matrix x = tokens(count, ffn.d_model());
  Matrix expected(count, ffn.d_model());
  FeedForwardTrace trace;
  ffn.forward(view(x), view(expected), &trace);
  Matrix output(count, ffn.d_model());
  PackedFeedForward(ffn).forward(view(x), view(output));
  CHECK(same_bits(output, expected));
  ffn.forward(view(x), view(output), nullptr);
  CHECK(same_bits(output, expected));
}

}  // namespace

TEST_CASE("packed_feed_forward: same bits as the network with a trace for all numbers of tokens and all options") {
  for (const bool gated : {false, true}) {
    for (const bool bias : {false, true}) {
      const FeedForward ffn = network(13, 27, Activation::kGelu, bias, gated);
      for (Index count = 0; count <= 14; ++count) check_same_as_network(ffn, count);
    }
  }
  for (const Activation kind : kActivations) check_same_as_network(network(8, 40, kind, true, false), 3);
}

TEST_CASE("packed_feed_forward: same bits as the network across blocks of tokens, hidden units and depth") {
  const FeedForward wide = network(20, 1201, Activation::kGeluTanh, true, false);
  for (const Index count : {1, 6, 191, 192, 193, 400}) check_same_as_network(wide, count);
  check_same_as_network(network(401, 1000, Activation::kRelu, true, true), 197);
}

TEST_CASE("packed_feed_forward: changes of the network do not affect the packed copy") {
  FeedForward ffn = network(4, 8, Activation::kGelu, true, false);
  const Matrix x = tokens(2, 4);
  Matrix before(2, 4), after(2, 4);
  const PackedFeedForward packed(ffn);
  packed.forward(view(x), view(before));
  ffn.layers().linear1.weight.setZero();
  packed.forward(view(x), view(after));
  CHECK(same_bits(before, after));
  PackedFeedForward(ffn).forward(view(x), view(after));
  CHECK_FALSE(same_bits(before, after));
}

TEST_CASE("packed_feed_forward: partial outputs agree with the specification") {
  const Index step = tile_set().columns;
  for (const bool gated : {false, true}) {
    const FeedForward ffn = network(11, 7 * step + 5, Activation::kGelu, true, gated);
    const PackedFeedForward packed(ffn);
    for (const Index first : {Index{0}, step, 3 * step}) {
      for (const Index count : {Index{1}, step + 3, ffn.d_ff() - first}) {
        for (const Index rows : {1, 7, 200}) {
          const Matrix x = tokens(rows, 11);
          Matrix expected(rows, 11), part(rows, 11);
          forward_units<float>(ffn, view(x), first, count, view(expected));
          packed.forward_units(view(x), first, count, view(part));
          CHECK((part - expected).cwiseAbs().maxCoeff() <= 2e-6F * expected.cwiseAbs().maxCoeff());
        }
      }
    }
  }
}

TEST_CASE("packed_feed_forward: units that do not exist or do not begin at a panel are rejected by name") {
  const Index step = tile_set().columns;
  const PackedFeedForward packed(network(4, 2 * step, Activation::kGelu, true, false));
  const Matrix x = tokens(1, 4);
  Matrix output(1, 4);
  const auto units = [&](Index first, Index count) { packed.forward_units(view(x), first, count, view(output)); };
  CHECK_THROWS_WITH_AS(units(1, 1), doctest::Contains("first is 1; expected a multiple of"), ArgumentError);
  CHECK_THROWS_WITH_AS(units(2 * step, 1), doctest::Contains("first"), ArgumentError);
  CHECK_THROWS_WITH_AS(units(step, step + 1), doctest::Contains("count"), ArgumentError);
  CHECK_THROWS_WITH_AS(units(0, 0), doctest::Contains("count"), ArgumentError);
}

TEST_CASE("packed_feed_forward: shapes that do not match are rejected by name") {
  const PackedFeedForward packed(network(4, 8, Activation::kGelu, true, false));
  CHECK(packed.d_model() == 4);
  CHECK(packed.d_ff() == 8);
  Matrix output(2, 4);
  CHECK_THROWS_WITH_AS(packed.forward(view(tokens(2, 5)), view(output)), doctest::Contains("x"), ArgumentError);
  CHECK_THROWS_WITH_AS(packed.forward(view(tokens(3, 4)), view(output)), doctest::Contains("output"), ArgumentError);
}
