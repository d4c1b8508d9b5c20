#include "ffn/kernels/moments.h"

#include "ffn/kernels/double_rows.h"

namespace ffn {

Moments moments(const float* x, std::size_t count) {
  const auto n = static_cast<double>(count);
  const double mean = sum_over(count, [x](auto load, std::size_t i) { return load(x + i); }) / n;
  const double squares = sum_over(count, [x, mean](auto load, std::size_t i) {
    const Double2 deviation = load(x + i) - mean;
    return deviation * deviation;
  });
  return {mean, squares / n};
}

void normalize(const float* x, std::size_t count, double mean, double factor, const float* scale,
               const float* shift, float* y) {
  for_each_element(count, y, [=](auto load, std::size_t i) {
    return (load(x + i) - mean) * factor * load(scale + i) + load(shift + i);
  });
}

void normalize_backward(const NormalizedRow& row, const float* scale, const float* grad_y,
                        const NormalizedGradients& grads) {
  const auto n = static_cast<double>(row.count);
  const auto normalized = [&row](auto load, std::size_t i) {
    return (load(row.x + i) - row.mean) * row.factor;
  };
  const auto scaled = [scale, grad_y](auto load, std::size_t i) {
    return load(grad_y + i) * load(scale + i);
  };
  const double mean = sum_over(row.count, scaled) / n;
  const double mean_normalized =
      sum_over(row.count,
               [&](auto load, std::size_t i) { return scaled(load, i) * normalized(load, i); }) /
      n;
  for_each_element(row.count, grads.scale, [&](auto load, std::size_t i) {
    return load(grads.scale + i) + load(grad_y + i) * normalized(load, i);
  });
  for_each_element(row.count, grads.shift, [&](auto load, std::size_t i) {
    return load(grads.shift + i) + load(grad_y + i);
  });
  for_each_element(row.count, grads.x, [&](auto load, std::size_t i) {
    return (scaled(load, i) - mean - normalized(load, i) * mean_normalized) * row.factor;
  });
}

}  // namespace ffn
