#pragma once
// Element-wise loops and sums over rows of float32 that compute in double, on two lanes at a time.
// The formula is a callable at(load, i) that reads its rows with load(row + i). The last elements
// of a row, which do not fill a vector, use the same operations on one lane, so a result does not
// depend on its position.

#include <cstddef>

#include "ffn/kernels/double2.h"

namespace ffn {

/// Computes y[i] = at(load, i) for i < count, rounded once to float32. y may be one of the rows
/// that `at` reads.
template <class At>
void for_each_element(std::size_t count, float* y, At&& at) {
  constexpr std::size_t kStep = 4;
  const auto two = [](const float* from) { return load_doubles(from); };
  const auto one = [](const float* from) { return broadcast(static_cast<double>(*from)); };
  std::size_t i = 0;
  for (; i + kStep <= count; i += kStep) store_floats(at(two, i), at(two, i + 2), y + i);
  for (; i < count; ++i) y[i] = static_cast<float>(at(one, i)[0]);
}

/// Returns the sum of at(load, i) over i < count, computed in four partial sums; the last count % 4
/// terms are added one by one.
template <class At>
double sum_over(std::size_t count, At&& at) {
  constexpr std::size_t kStep = 4;
  const auto two = [](const float* from) { return load_doubles(from); };
  const auto one = [](const float* from) { return broadcast(static_cast<double>(*from)); };
  Double2 low = broadcast(0.0);
  Double2 high = broadcast(0.0);
  std::size_t i = 0;
  for (; i + kStep <= count; i += kStep) {
    low += at(two, i);
    high += at(two, i + 2);
  }
  const Double2 sums = low + high;
  double sum = sums[0] + sums[1];
  for (; i < count; ++i) sum += at(one, i)[0];
  return sum;
}

}  // namespace ffn
