#include "ffn/analysis/dropout_statistics.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

void check_experiment(const FeedForward& network, const ConstMatrixView& x,
                      const DropoutExperiment& experiment) {
  check_shape("x", shape_of(x), {x.rows(), network.d_model()});
  check(x.rows() >= 1, "x", shape_of(x), "one token or more");
  check(experiment.dropout >= 0.0 && experiment.dropout < 1.0, "dropout", experiment.dropout,
        "a probability from 0 to below 1");
  const bool enough = experiment.passes >= 2 && experiment.passes <= kMaxPasses;
  check(enough, "passes", experiment.passes, {"an integer from 2 to ", kMaxPasses});
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

// Sums over the mask elements that act on one output: second and fourth powers of the factor of
// each mask element.
struct PowerSums {
  double second = 0.0;
  double fourth = 0.0;

  void add(double factor) {
    const double square = factor * factor;
    second += square;
    fourth += square * square;
  }
};

PowerSums power_sums(DropoutPlacement placement, const Matrix& w2, const Matrix& hidden,
                     const Matrix& output, Index token, Index j) {
  PowerSums sums;
  if (placement == DropoutPlacement::kOutput) {
    sums.add(output(token, j));
  } else {
    for (Index i = 0; i < hidden.cols(); ++i)
      sums.add(static_cast<double>(w2(j, i)) * hidden(token, i));
  }
  return sums;
}

// Updates the mean and the sum of squared deviations of one element by one pass (Welford 1962), so
// passes need not be stored.
void observe(double value, double passes_so_far, double& mean, double& squares) {
  const double deviation = value - mean;
  mean += deviation / passes_so_far;
  squares += deviation * (value - mean);
}

double average_of(const MatrixOf<double>& tensor) {
  double sum = 0.0;
  for (Index i = 0; i < tensor.size(); ++i) sum += tensor.data()[i];
  return sum / static_cast<double>(tensor.size());
}

// Returns the standard error of the average. Errors of independent elements add in squares; errors
// of elements that share a mask add linearly at worst. Tokens are always independent.
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

// Checks all arguments before the first member is constructed from them.
const DropoutExperiment& checked(const FeedForward& network, const ConstMatrixView& x,
                                 const DropoutExperiment& experiment) {
  check_experiment(network, x, experiment);
  return experiment;
}

}  // namespace

DropoutRun::DropoutRun(const FeedForward& network, const ConstMatrixView& x,
                       const DropoutExperiment& experiment)
    : experiment_(checked(network, x, experiment)),
      x_(x),
      network_(with_dropout(network, experiment)),
      rng_(experiment.seed) {
  prepare_theory(network);
  mean_ = MatrixOf<double>::Zero(x.rows(), x.cols());
  squares_ = MatrixOf<double>::Zero(x.rows(), x.cols());
  resize(output_, x.rows(), x.cols());
  samples_.reserve(
      static_cast<std::size_t>(experiment.passes));  // so that push_back cannot throw after a pass
}

void DropoutRun::prepare_theory(const FeedForward& network) {
  const double p = experiment_.dropout;
  const double q = 1.0 - p;
  const double mask_variance = p / q;
  const double mask_cumulant = p * (1.0 - 6.0 * p * q) / (q * q * q);
  FeedForwardTrace trace;
  resize(evaluation_, x_.rows(), x_.cols());
  network.forward(view(std::as_const(x_)), view(evaluation_), &trace);
  resize(theory_variance_, x_.rows(), x_.cols());
  resize(theory_cumulant_, x_.rows(), x_.cols());
  const Matrix& w2 = network.layers().linear2.weight;
  for (Index token = 0; token < x_.rows(); ++token) {
    for (Index j = 0; j < x_.cols(); ++j) {
      const PowerSums sums =
          power_sums(experiment_.dropout_placement, w2, trace.hidden, evaluation_, token, j);
      theory_variance_(token, j) = mask_variance * sums.second;
      theory_cumulant_(token, j) = mask_cumulant * sums.fourth;
    }
  }
}

std::int64_t DropoutRun::advance(std::int64_t count) {
  check(count >= 0, "count", count, "0 or more");
  const std::int64_t last = passes() + std::min(count, experiment_.passes - passes());
  const std::int64_t first = passes();
  while (passes() < last) {
    RandomState rng = rng_;  // a copy, so a pass that throws std::bad_alloc leaves rng_ unchanged
    network_.forward(view(std::as_const(x_)), view(output_), nullptr, &rng);
    rng_ = rng;
    samples_.push_back(output_(experiment_.token, experiment_.feature));
    for (Index i = 0; i < output_.size(); ++i) {
      observe(output_.data()[i], static_cast<double>(passes()), mean_.data()[i],
              squares_.data()[i]);
    }
  }
  return last - first;
}

void DropoutRun::add_theory(DropoutStatistics& found) const {
  const auto n = static_cast<double>(passes());
  found.evaluation = evaluation_;
  found.theory_variance = theory_variance_;
  resize(found.mean_error, x_.rows(), x_.cols());
  resize(found.variance_error, x_.rows(), x_.cols());
  for (Index i = 0; i < theory_variance_.size(); ++i) {
    const double variance = theory_variance_.data()[i];
    const double error_squared =
        theory_cumulant_.data()[i] / n + 2.0 * variance * variance / (n - 1.0);
    found.mean_error.data()[i] = std::sqrt(variance / n);
    found.variance_error.data()[i] = std::sqrt(std::max(error_squared, 0.0));
  }
}

DropoutStatistics DropoutRun::statistics() const {
  check(passes() >= 2, "passes done", passes(), "2 or more: of one there is no variance");
  DropoutStatistics found;
  add_theory(found);
  found.mean = mean_;
  found.variance = squares_ / static_cast<double>(passes() - 1);
  found.samples = samples_;
  found.average_variance = average_of(found.variance);
  found.average_theory = average_of(found.theory_variance);
  found.average_error = error_of_average(found.variance_error, experiment_.dropout_placement);
  for (Index i = 0; i < found.mean.size(); ++i) {
    const double gap = std::abs(found.mean.data()[i] - found.evaluation.data()[i]);
    if (gap > found.largest_mean_gap || std::isnan(gap))
      found.largest_mean_gap = gap;  // NaN is never replaced: comparisons are false
  }
  return found;
}

DropoutStatistics dropout_statistics(const FeedForward& network, const ConstMatrixView& x,
                                     const DropoutExperiment& experiment) {
  DropoutRun run(network, x, experiment);
  run.advance(experiment.passes);
  return run.statistics();
}

}  // namespace ffn
