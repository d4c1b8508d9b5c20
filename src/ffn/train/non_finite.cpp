#include "ffn/train/non_finite.h"

#include <algorithm>
#include <cmath>

namespace ffn {

void NonFiniteFinder::look(const char* prefix, const char* name, std::span<const float> values) {
  if (found_.has_value()) return;
  const auto at = std::find_if(values.begin(), values.end(), [](float value) { return !std::isfinite(value); });
  if (at == values.end()) return;
  found_ = NonFinite{std::string(prefix) + name, step_, static_cast<Index>(at - values.begin()), static_cast<double>(*at)};
}

void NonFiniteFinder::look(const char* name, const Matrix& matrix) {
  look("", name, {matrix.data(), static_cast<std::size_t>(matrix.size())});
}

void NonFiniteFinder::look(const char* name, double value) {
  if (!found_.has_value() && !std::isfinite(value)) found_ = NonFinite{name, step_, 0, value};
}

void NonFiniteFinder::look(const TrainableTrace& trace) {
  look("embedded", trace.embedded);
  look("pre_activation", trace.ffn.pre_activation);
  look("gate", trace.ffn.gate);
  look("hidden", trace.ffn.hidden);
  look("hidden_dropped", trace.ffn.hidden_dropped);
  look("ffn_output", trace.ffn_output);
  look("residual", trace.residual);
  look("output", trace.output);
}

}  // namespace ffn
