#include "ffn/train/non_finite.h"

#include <algorithm>
#include <cmath>

namespace ffn {

void NonFiniteFinder::inspect(const char* prefix, const char* name, std::span<const float> values) {
  if (found_.has_value()) return;
  const auto at =
      std::find_if(values.begin(), values.end(), [](float value) { return !std::isfinite(value); });
  if (at == values.end()) return;
  found_ = NonFinite{std::string(prefix) + name, step_, static_cast<Index>(at - values.begin()),
                     static_cast<double>(*at)};
}

void NonFiniteFinder::inspect(const char* name, const Matrix& matrix) {
  inspect("", name, {matrix.data(), static_cast<std::size_t>(matrix.size())});
}

void NonFiniteFinder::inspect(const char* name, double value) {
  if (!found_.has_value() && !std::isfinite(value)) found_ = NonFinite{name, step_, 0, value};
}

void NonFiniteFinder::inspect(const TrainableTrace& trace) {
  inspect("embedded", trace.embedded);
  inspect("pre_activation", trace.ffn.pre_activation);
  inspect("gate", trace.ffn.gate);
  inspect("hidden", trace.ffn.hidden);
  inspect("hidden_dropped", trace.ffn.hidden_dropped);
  inspect("ffn_output", trace.ffn_output);
  inspect("residual", trace.residual);
  inspect("output", trace.output);
}

}  // namespace ffn
