#include "ffn/kernels/relu.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>

TEST_CASE("relu: values and derivatives for special arguments in every lane") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::array<float, 9> x{-0.0F,      0.0F,      1.5F,       -1.5F,        kInfinity,
                               -kInfinity, 0x1p-149F, -0x1p-149F, std::nanf("")};
  const std::array<float, 9> value{0.0F, 0.0F, 1.5F, 0.0F, kInfinity, 0.0F, 0x1p-149F, 0.0F, 0.0F};
  const std::array<float, 9> slope{0.0F, 0.0F, 1.0F, 0.0F, 1.0F, 0.0F, 1.0F, 0.0F, 0.0F};
  for (std::size_t first = 0; first < x.size(); ++first) {
    std::array<float, 9> y{};
    const std::size_t count = x.size() - first;
    ffn::relu_value(x.data() + first, y.data(), count);
    for (std::size_t i = 0; i + 1 < count; ++i) {
      CHECK(y[i] == value[first + i]);
      CHECK_FALSE(std::signbit(y[i]));
    }
    CHECK(std::isnan(y[count - 1]));
    ffn::relu_derivative(x.data() + first, y.data(), count);
    for (std::size_t i = 0; i + 1 < count; ++i) CHECK(y[i] == slope[first + i]);
    CHECK(std::isnan(y[count - 1]));
  }
}
