#include "ffn/analysis/independence.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ffn/core/check.h"
#include "small_network.h"

using namespace ffn;

TEST_CASE("independence: networks with all options are position-wise bit for bit") {
  for (const Activation activation : kActivations) {
    for (const bool gated : {false, true}) {
      const FeedForward network =
          test::make({.d_model = 7, .d_ff = 13, .activation = activation, .gated = gated});
      for (const Index tokens : {2, 5, 65, 130}) {
        const Matrix x = test::random_input(tokens, 7);
        IndependenceOptions options;
        options.changed_token = tokens / 2;
        const Independence found = independence(network, view(x), options);
        CHECK(found.independent);
        CHECK(found.alone.differing == 0);
        CHECK(found.permuted.differing == 0);
        CHECK(found.others.differing == 0);
        CHECK(found.others.largest == 0.0);
        CHECK(found.alone.count == 7 * tokens);
        CHECK(found.others.count == 7 * (tokens - 1));
        CHECK(found.changed.count == 7);
        CHECK(found.changed.differing > 0);
      }
    }
  }
}

TEST_CASE("independence: the permutation moves every token and depends on the seed") {
  const FeedForward network = test::make({});
  const Matrix x = test::random_input(20, 6);
  IndependenceOptions options;
  const std::vector<std::int64_t> first = independence(network, view(x), options).permutation;
  std::vector<std::int64_t> sorted = first;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < first.size(); ++i) {
    CHECK(sorted[i] == static_cast<std::int64_t>(i));
    CHECK(first[i] != static_cast<std::int64_t>(i));
  }
  CHECK(independence(network, view(x), options).permutation == first);
  options.seed = 1;
  CHECK(independence(network, view(x), options).permutation != first);
}

TEST_CASE("independence: a change of 0 has no effect and a single token has no others") {
  const FeedForward network = test::make({});
  const Matrix x = test::random_input(1, 6);
  IndependenceOptions options;
  options.change = 0.0;
  const Independence found = independence(network, view(x), options);
  CHECK(found.independent);
  CHECK(found.changed.differing == 0);
  CHECK(found.others.count == 0);
  CHECK(found.permutation == std::vector<std::int64_t>{0});
}

TEST_CASE("independence: NaN in one token does not affect other tokens") {
  const FeedForward network = test::make({});
  Matrix x = test::random_input(4, 6);
  x(2, 0) = std::nanf("");
  CHECK(independence(network, test::all_of(x)).independent);
}

TEST_CASE("independence: invalid tokens and changes are rejected") {
  const FeedForward network = test::make({});
  const Matrix x = test::random_input(3, 6);
  const Matrix narrow = test::random_input(3, 5);
  const Matrix none(0, 6);
  CHECK_THROWS_WITH(independence(network, view(narrow)), "x is (3, 5); expected shape (3, 6)");
  CHECK_THROWS_WITH(independence(network, view(none)), "x is (0, 6); expected one token or more");
  IndependenceOptions options;
  options.changed_token = 3;
  CHECK_THROWS_WITH(independence(network, view(x), options),
                    "changed_token is 3; expected an integer from 0 to 2");
  options.changed_token = 0;
  options.change = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(independence(network, view(x), options), ArgumentError);
}
