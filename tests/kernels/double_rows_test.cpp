#include "ffn/kernels/double_rows.h"

#include <doctest/doctest.h>

#include <vector>

TEST_CASE("double_rows: elements and sums for every length without access beyond the end") {
  for (std::size_t count = 0; count <= 13; ++count) {
    std::vector<float> x(count + 1, 99.0F);
    for (std::size_t i = 0; i < count; ++i) x[i] = static_cast<float>(i + 1);
    const float* const from = x.data();
    const double sum =
        ffn::sum_over(count, [from](auto load, std::size_t i) { return load(from + i); });
    CHECK(sum == static_cast<double>(count * (count + 1)) / 2.0);
    ffn::for_each_element(count, x.data(),
                          [from](auto load, std::size_t i) { return load(from + i) * 0.1; });
    for (std::size_t i = 0; i < count; ++i)
      CHECK(x[i] == static_cast<float>(static_cast<double>(i + 1) * 0.1));
    CHECK(x[count] == 99.0F);
  }
}
