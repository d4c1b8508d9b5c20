#include "ffn/analysis/dimension_check.h"

#include <limits>
#include <string>

#include "ffn/core/check.h"
#include "ffn/core/random.h"

namespace ffn {

namespace {

void check_elements(const char* argument, const Shape& shape) {
  for (const std::int64_t dimension : shape)
    check(dimension >= 1, argument, shape, "dimensions of 1 or more");
  const bool fits = element_count(argument, shape) <= kMaxCheckedElements;
  check(fits, argument, shape, {"at most ", kMaxCheckedElements, " elements"});
}

void check_sizes(const DimensionConfiguration& configuration) {
  const FeedForwardOptions& network = configuration.network;
  check_elements("weight", {network.d_ff, network.d_model});
  check_elements("x", {configuration.batch, configuration.seq_len, network.d_model});
  check_elements("hidden", {configuration.batch, configuration.seq_len, network.d_ff});
}

bool all_finite(const Matrix& matrix) { return matrix.array().isFinite().all(); }

DimensionConfiguration default_configuration(Index d_model, std::int64_t batch,
                                             std::int64_t seq_len) {
  DimensionConfiguration configuration{{}, batch, seq_len, 0};
  configuration.network.d_model = d_model;
  configuration.network.d_ff = kExpansion * d_model;
  return configuration;
}

}  // namespace

DimensionReport check_dimensions(const DimensionConfiguration& configuration) {
  check_sizes(configuration);
  RandomState rng(configuration.seed);
  const FeedForward network =
      make_feed_forward(configuration.network, Initialization::kPytorch, rng);
  Matrix x(static_cast<Index>(configuration.batch * configuration.seq_len), network.d_model());
  fill_randn(rng, 1.0, view(x));
  // Filled with NaN, so an element that the pass does not write is detected.
  Matrix output = Matrix::Constant(x.rows(), x.cols(), std::numeric_limits<float>::quiet_NaN());
  FeedForwardTrace trace;
  network.forward(view(std::as_const(x)), view(output), &trace);
  const auto unfolded = [&](const Matrix& tensor) {
    const bool whole = tensor.rows() == x.rows();
    return whole ? Shape{configuration.batch, configuration.seq_len, tensor.cols()}
                 : shape_of(tensor);
  };
  DimensionReport report;
  report.input = unfolded(x);
  report.pre_activation = unfolded(trace.pre_activation);
  if (network.gated()) report.gate = unfolded(trace.gate);
  report.hidden = unfolded(trace.hidden);
  report.output = unfolded(output);
  report.preserved = report.output == report.input && !output.array().isNaN().any();
  report.finite = all_finite(trace.pre_activation) && all_finite(trace.gate) &&
                  all_finite(trace.hidden) && all_finite(output);
  report.parameter_count = network.parameter_count();
  return report;
}

std::array<DimensionConfiguration, 3> default_configurations() {
  return {default_configuration(128, 2, 10), default_configuration(256, 4, 20),
          default_configuration(512, 8, 50)};
}

std::vector<DimensionReport> check_dimensions(
    std::span<const DimensionConfiguration> configurations) {
  std::vector<DimensionReport> reports;
  for (const DimensionConfiguration& configuration : configurations)
    reports.push_back(check_dimensions(configuration));
  return reports;
}

}  // namespace ffn
