#include "ffn/kernels/moments.h"

#include "ffn/kernels/double2.h"

namespace ffn {

namespace {

constexpr std::size_t kStep = 4;

// The sum of term(lanes) over all elements, in four partial sums; the last count % 4 are added one by one.
template <class Term>
double sum_of(const float* x, std::size_t count, Term&& term) {
  Double2 low = broadcast(0.0);
  Double2 high = broadcast(0.0);
  std::size_t i = 0;
  for (; i + kStep <= count; i += kStep) {
    low += term(load_doubles(x + i));
    high += term(load_doubles(x + i + 2));
  }
  const Double2 sums = low + high;
  double sum = sums[0] + sums[1];
  for (; i < count; ++i) sum += term(broadcast(x[i]))[0];
  return sum;
}

}  // namespace

Moments moments(const float* x, std::size_t count) {
  const auto n = static_cast<double>(count);
  const double mean = sum_of(x, count, [](Double2 lanes) { return lanes; }) / n;
  const double squares = sum_of(x, count, [mean](Double2 lanes) {
    const Double2 deviation = lanes - mean;
    return deviation * deviation;
  });
  return {mean, squares / n};
}

void normalize(const float* x, std::size_t count, double mean, double factor, const float* scale, const float* shift, float* y) {
  const auto at = [&](std::size_t i) { return (load_doubles(x + i) - mean) * factor * load_doubles(scale + i) + load_doubles(shift + i); };
  std::size_t i = 0;
  for (; i + kStep <= count; i += kStep) store_floats(at(i), at(i + 2), y + i);
  for (; i < count; ++i) {
    const double normalized = (static_cast<double>(x[i]) - mean) * factor;
    y[i] = static_cast<float>(normalized * static_cast<double>(scale[i]) + static_cast<double>(shift[i]));
  }
}

}  // namespace ffn
