#include "ffn/analysis/neuron.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

using Doubles = std::vector<double>;

std::vector<float> row_of(const Matrix& matrix, Index row) {
  const float* first = matrix.data() + row * matrix.cols();
  return {first, first + matrix.cols()};
}

std::vector<float> column_of(const Matrix& matrix, Index column) {
  std::vector<float> numbers;
  for (Index row = 0; row < matrix.rows(); ++row) numbers.push_back(matrix(row, column));
  return numbers;
}

float bias_of(const Linear& layer, Index feature) {
  return layer.bias.size() == 0 ? 0.0F : layer.bias(feature);
}

double length_of(const std::vector<float>& vector) {
  double squares = 0.0;
  for (const float number : vector) squares += static_cast<double>(number) * number;
  return std::sqrt(squares);
}

// Returns the Euclidean norms of all columns. Traverses the weight row by row, its order in memory.
Doubles column_lengths(const Matrix& weight) {
  Doubles lengths(static_cast<std::size_t>(weight.cols()), 0.0);
  for (Index row = 0; row < weight.rows(); ++row) {
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      const double number = weight(row, static_cast<Index>(i));
      lengths[i] += number * number;
    }
  }
  for (double& length : lengths) length = std::sqrt(length);
  return lengths;
}

// Accumulated activity of all neurons over some tokens: sums of |coefficient| and of contribution .
// y, and the sum of y . y.
struct Work {
  Doubles coefficients;
  Doubles along_output;
  double output_squares = 0.0;
};

// Dot product in four partial sums, which hide the latency of an addition.
double dot(const float* a, const float* b, Index size) {
  double sums[4] = {};
  Index i = 0;
  for (; i + 4 <= size; i += 4) {
    for (Index lane = 0; lane < 4; ++lane)
      sums[lane] += static_cast<double>(a[i + lane]) * b[i + lane];
  }
  for (; i < size; ++i) sums[0] += static_cast<double>(a[i]) * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void add_token(const Matrix& w2, const float* coefficients, Work& work) {
  Doubles along(work.coefficients.size(), 0.0);  // value . y of every neuron
  for (Index row = 0; row < w2.rows(); ++row) {
    const float* weights = w2.data() + row * w2.cols();
    const double y = dot(weights, coefficients, w2.cols());
    for (std::size_t i = 0; i < along.size(); ++i) along[i] += weights[i] * y;
    work.output_squares += y * y;
  }
  for (std::size_t i = 0; i < along.size(); ++i) {
    work.coefficients[i] += std::abs(static_cast<double>(coefficients[i]));
    work.along_output[i] += coefficients[i] * along[i];
  }
}

std::vector<std::size_t> strongest(const Doubles& strengths, std::size_t top) {
  std::vector<std::size_t> order(strengths.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto before = [&](std::size_t a, std::size_t b) {
    const bool a_is_nan = std::isnan(strengths[a]);
    const bool b_is_nan = std::isnan(strengths[b]);
    if (a_is_nan || b_is_nan) return a_is_nan && (!b_is_nan || a < b);
    return strengths[a] > strengths[b] || (strengths[a] == strengths[b] && a < b);
  };
  const std::size_t count = std::min(top, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    before);
  order.resize(count);
  return order;
}

}  // namespace

Neuron neuron_at(const FeedForward& network, const ConstMatrixView& pre_activation,
                 const ConstMatrixView& linear2_input, Index token, Index neuron) {
  check_shape("pre_activation", shape_of(pre_activation), {pre_activation.rows(), network.d_ff()});
  check_shape("hidden_dropped", shape_of(linear2_input), shape_of(pre_activation));
  check_index("token", token, pre_activation.rows());
  check_index("neuron", neuron, network.d_ff());
  const FeedForwardLayers& layers = network.layers();
  Neuron unit;
  unit.key = row_of(layers.linear1.weight, neuron);
  unit.bias = bias_of(layers.linear1, neuron);
  if (network.gated()) {
    unit.gate_key = row_of(layers.gate.weight, neuron);
    unit.gate_bias = bias_of(layers.gate, neuron);
  }
  unit.value = column_of(layers.linear2.weight, neuron);
  unit.value_norm = length_of(unit.value);
  unit.score = pre_activation(token, neuron);
  unit.coefficient = linear2_input(token, neuron);
  unit.strength = std::abs(static_cast<double>(unit.coefficient)) * unit.value_norm;
  for (const float number : unit.value)
    unit.contribution.push_back(static_cast<double>(unit.coefficient) * number);
  return unit;
}

NeuronRanking rank_neurons(const FeedForward& network, const ConstMatrixView& linear2_input,
                           const RankingOptions& options) {
  check_shape("hidden_dropped", shape_of(linear2_input), {linear2_input.rows(), network.d_ff()});
  check(linear2_input.rows() >= 1, "hidden_dropped", shape_of(linear2_input), "one token or more");
  if (options.token.has_value()) check_index("token", *options.token, linear2_input.rows());
  check(options.top >= 1, "top", options.top, "an integer of 1 or more");
  const Index first = options.token.value_or(0);
  const Index count = options.token.has_value() ? 1 : linear2_input.rows();
  const auto units = static_cast<std::size_t>(network.d_ff());
  const Matrix& w2 = network.layers().linear2.weight;
  Work work{Doubles(units, 0.0), Doubles(units, 0.0), 0.0};
  for (Index token = first; token < first + count; ++token)
    add_token(w2, linear2_input.data() + token * linear2_input.cols(), work);
  Doubles strengths = column_lengths(w2);
  for (std::size_t i = 0; i < units; ++i)
    strengths[i] *= work.coefficients[i] / static_cast<double>(count);
  NeuronRanking ranking;
  double cumulative = 0.0;
  for (const std::size_t i : strongest(strengths, static_cast<std::size_t>(std::min<std::int64_t>(
                                                      options.top, network.d_ff())))) {
    const double share = work.along_output[i] / work.output_squares;
    cumulative += share;
    ranking.neuron.push_back(static_cast<std::int64_t>(i));
    ranking.strength.push_back(strengths[i]);
    ranking.share.push_back(share);
    ranking.cumulative_share.push_back(cumulative);
  }
  return ranking;
}

}  // namespace ffn
