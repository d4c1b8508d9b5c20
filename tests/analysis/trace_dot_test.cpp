#include "ffn/analysis/trace_dot.h"

#include <doctest/doctest.h>

#include <cmath>

#include "ffn/core/check.h"
#include "small_network.h"

using namespace ffn;

namespace {

void check_every_cell(const Linear& layer, const Matrix& input, const Matrix& output) {
  for (Index token = 0; token < output.rows(); ++token) {
    for (Index feature = 0; feature < output.cols(); ++feature) {
      const DotTrace cell = trace_dot(layer, view(input), token, feature);
      CHECK(cell.computed == output(token, feature));  // bit for bit
      double magnitude = std::abs(static_cast<double>(cell.bias));
      for (const double term : cell.terms) magnitude += std::abs(term);
      CHECK(std::abs(cell.computed - cell.sum) <=
            static_cast<double>(input.cols() + 1) * 6e-8 * magnitude);
    }
  }
}

}  // namespace

TEST_CASE("trace_dot: computed by hand") {
  Linear layer{Matrix(2, 3), RowVector(2)};
  layer.weight << 9, 9, 9, 1, -2, 0.5F;
  layer.bias << 9, 0.25F;
  Matrix x(2, 3);
  x << 9, 9, 9, 3, 1, 4;
  const DotTrace cell = trace_dot(layer, test::all_of(x), 1, 1);
  CHECK(cell.input == std::vector<float>{3.0F, 1.0F, 4.0F});
  CHECK(cell.weight == std::vector<float>{1.0F, -2.0F, 0.5F});
  CHECK(cell.terms == std::vector<double>{3.0, -2.0, 2.0});
  CHECK(cell.partial_sums == std::vector<double>{3.0, 1.0, 3.0});
  CHECK(cell.bias == 0.25F);
  CHECK(cell.sum == 3.25);
  CHECK(cell.computed == 3.25F);
}

TEST_CASE("trace_dot: every element of every layer equals the network's bit for bit") {
  for (const bool bias : {true, false}) {
    const FeedForward network = test::make({.d_model = 7, .d_ff = 13, .bias = bias, .gated = true});
    const Matrix x = test::random_input(5, 7);
    const test::Pass pass = test::pass_of(network, x);
    check_every_cell(network.layers().linear1, x, pass.trace.pre_activation);
    check_every_cell(network.layers().gate, x, pass.trace.gate);
    check_every_cell(network.layers().linear2, pass.trace.hidden, pass.output);
  }
}

TEST_CASE("trace_dot: elements that do not exist are rejected") {
  const Linear layer = test::make({}).layers().linear1;
  const Matrix x = test::random_input(2, 6);
  const Matrix narrow = test::random_input(2, 5);
  CHECK_THROWS_WITH(trace_dot(layer, view(narrow), 0, 0), "input is (2, 5); expected shape (2, 6)");
  CHECK_THROWS_WITH(trace_dot(layer, view(x), 2, 0), "token is 2; expected an integer from 0 to 1");
  CHECK_THROWS_WITH(trace_dot(layer, view(x), 0, 10),
                    "feature is 10; expected an integer from 0 to 9");
  CHECK_THROWS_AS(trace_dot(layer, view(x), -1, 0), ArgumentError);
  CHECK_THROWS_AS(trace_dot(Linear{}, view(x), 0, 0), ArgumentError);
}
