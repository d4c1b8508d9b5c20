#include "ffn/kernels/exponential.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "ffn/kernels/double_rows.h"
#include "ffn/kernels/exp2.h"

namespace ffn {

namespace {

struct Table {
  Exp2Table exp2;
  Double2Constant log2_e = 1.44269504088896340736;
  Double2Constant lowest = -1000.0;  // 2^-1000 is 0 in float32
};

Double2 exponential(const Table& table, Double2 x, Double2 largest) {
  return exp2(table.exp2, at_least((x - largest) * table.log2_e.lanes, table.lowest));
}

}  // namespace

double shifted_exponentials(const float* x, float largest, float* y, std::size_t count) {
  static constexpr Table kTable;
  constexpr std::size_t kStep = 4;
  const Table& table = *opaque(&kTable);
  const Double2 shift = broadcast(largest);
  Double2 low_sum = broadcast(0.0);
  Double2 high_sum = broadcast(0.0);
  const auto step = [&](const float* from, float* to) {
    const Double2 low = exponential(table, load_doubles(from), shift);
    const Double2 high = exponential(table, load_doubles(from + 2), shift);
    low_sum += low;
    high_sum += high;
    store_floats(low, high, to);
  };
  std::size_t i = 0;
  for (; i + kStep <= count; i += kStep) step(x + i, y + i);
  if (i < count) {
    float rest[kStep];
    for (float& number : rest)
      number = -std::numeric_limits<float>::infinity();  // its exponential is negligible
    std::memcpy(rest, x + i, (count - i) * sizeof(float));
    step(rest, rest);
    std::memcpy(y + i, rest, (count - i) * sizeof(float));
  }
  const Double2 sums = low_sum + high_sum;
  return sums[0] + sums[1];
}

void divide(float* y, double divisor, std::size_t count) {
  for_each_element(count, y, [=](auto load, std::size_t i) { return load(y + i) / divisor; });
}

void softmax_row_backward(const float* y, const float* grad_y, float* grad_x, std::size_t count) {
  const double sum =
      sum_over(count, [=](auto load, std::size_t i) { return load(grad_y + i) * load(y + i); });
  for_each_element(count, grad_x, [=](auto load, std::size_t i) {
    return load(y + i) * (load(grad_y + i) - sum);
  });
}

}  // namespace ffn
