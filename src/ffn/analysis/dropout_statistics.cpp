#include "ffn/analysis/dropout_statistics.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

void check_experiment(const FeedForward& network, const ConstMatrixView& x, const DropoutExperiment& experiment) {
  check_shape("x", shape_of(x), {x.rows(), network.d_model()});
  check(x.rows() >= 1, "x", to_string(shape_of(x)), "one token or more");
  check(experiment.dropout >= 0.0 && experiment.dropout < 1.0, "dropout", experiment.dropout, "a probability from 0 to below 1");
  const bool enough = experiment.passes >= 2 && experiment.passes <= kMaxPasses;
  check(enough, "passes", experiment.passes, "an integer from 2 to " + std::to_string(kMaxPasses));
  check_index("token", experiment.token, x.rows());
  check_index("feature", experiment.feature, network.d_model());
}

FeedForward with_dropout(const FeedForward& network, const DropoutExperiment& experiment) {
  FeedForwardOptions options;
  options.activation = network.activation();
  options.dropout = experiment.dropout;
  options.dropout_placement = experiment.dropout_placement;
  return {network.layers(), options};
}

// Sums over the masks that act on one output: of squares and of fourth powers of what each mask element multiplies.
struct PowerSums {
  double second = 0.0;
  double fourth = 0.0;

  void add(double factor) {
    const double square = factor * factor;
    second += square;
    fourth += square * square;
  }
};

PowerSums power_sums(DropoutPlacement placement, const Matrix& w2, const Matrix& hidden, const Matrix& output, Index token, Index j) {
  PowerSums sums;
  if (placement == DropoutPlacement::kOutput) {
    sums.add(output(token, j));
  } else {
    for (Index i = 0; i < hidden.cols(); ++i) sums.add(static_cast<double>(w2(j, i)) * hidden(token, i));
  }
  return sums;
}

// Fills evaluation, theory_variance, mean_error and variance_error.
void add_theory(const FeedForward& network, const ConstMatrixView& x, const DropoutExperiment& experiment, DropoutStatistics& found) {
  const double p = experiment.dropout;
  const double q = 1.0 - p;
  const double mask_variance = p / q;
  const double mask_cumulant = p * (1.0 - 6.0 * p * q) / (q * q * q);
  const auto n = static_cast<double>(experiment.passes);
  FeedForwardTrace trace;
  resize(found.evaluation, x.rows(), x.cols());
  network.forward(x, view(found.evaluation), &trace);
  for (MatrixOf<double>* tensor : {&found.theory_variance, &found.mean_error, &found.variance_error}) resize(*tensor, x.rows(), x.cols());
  const Matrix& w2 = network.layers().linear2.weight;
  for (Index token = 0; token < x.rows(); ++token) {
    for (Index j = 0; j < x.cols(); ++j) {
      const PowerSums sums = power_sums(experiment.dropout_placement, w2, trace.hidden, found.evaluation, token, j);
      const double variance = mask_variance * sums.second;
      const double error_squared = mask_cumulant * sums.fourth / n + 2.0 * variance * variance / (n - 1.0);
      found.theory_variance(token, j) = variance;
      found.mean_error(token, j) = std::sqrt(variance / n);
      found.variance_error(token, j) = std::sqrt(std::max(error_squared, 0.0));
    }
  }
}

// Mean and sum of squared deviations of one element, one pass at a time (Welford 1962): no pass is kept.
void observe(double value, double passes_so_far, double& mean, double& squares) {
  const double deviation = value - mean;
  mean += deviation / passes_so_far;
  squares += deviation * (value - mean);
}

// Fills mean, variance and samples.
void add_passes(const FeedForward& network, const ConstMatrixView& x, const DropoutExperiment& experiment, DropoutStatistics& found) {
  found.mean = MatrixOf<double>::Zero(x.rows(), x.cols());
  found.variance = MatrixOf<double>::Zero(x.rows(), x.cols());
  Matrix output(x.rows(), x.cols());
  RandomState rng(experiment.seed);
  for (std::int64_t pass = 1; pass <= experiment.passes; ++pass) {
    network.forward(x, view(output), nullptr, &rng);
    for (Index i = 0; i < output.size(); ++i) {
      observe(output.data()[i], static_cast<double>(pass), found.mean.data()[i], found.variance.data()[i]);
    }
    found.samples.push_back(output(experiment.token, experiment.feature));
  }
  found.variance /= static_cast<double>(experiment.passes - 1);
}

double average_of(const MatrixOf<double>& tensor) {
  double sum = 0.0;
  for (Index i = 0; i < tensor.size(); ++i) sum += tensor.data()[i];
  return sum / static_cast<double>(tensor.size());
}

// Errors of independent elements add in squares, those of a token's elements behind one mask at worst as they are; tokens
// are always independent.
double error_of_average(const MatrixOf<double>& errors, DropoutPlacement placement) {
  double squares = 0.0;
  for (Index token = 0; token < errors.rows(); ++token) {
    double sum = 0.0;
    double sum_of_squares = 0.0;
    for (Index j = 0; j < errors.cols(); ++j) {
      sum += errors(token, j);
      sum_of_squares += errors(token, j) * errors(token, j);
    }
    squares += placement == DropoutPlacement::kHidden ? sum * sum : sum_of_squares;
  }
  return std::sqrt(squares) / static_cast<double>(errors.size());
}

}  // namespace

DropoutStatistics dropout_statistics(const FeedForward& network, const ConstMatrixView& x, const DropoutExperiment& experiment) {
  check_experiment(network, x, experiment);
  DropoutStatistics found;
  add_theory(network, x, experiment, found);
  add_passes(with_dropout(network, experiment), x, experiment, found);
  found.average_variance = average_of(found.variance);
  found.average_theory = average_of(found.theory_variance);
  found.average_error = error_of_average(found.variance_error, experiment.dropout_placement);
  for (Index i = 0; i < found.mean.size(); ++i) {
    const double gap = std::abs(found.mean.data()[i] - found.evaluation.data()[i]);
    if (gap > found.largest_mean_gap || std::isnan(gap)) found.largest_mean_gap = gap;  // once NaN, it stays: nothing is greater
  }
  return found;
}

}  // namespace ffn
