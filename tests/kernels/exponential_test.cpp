#include "ffn/kernels/exponential.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "ffn/kernels/exponential_body.h"

TEST_CASE(
    "exponential: error within half an ulp and sum of the unrounded values for every length") {
  for (std::size_t count = 1; count <= 11; ++count) {
    std::vector<float> x(count);
    for (std::size_t i = 0; i < count; ++i) x[i] = 2.0F - 0.731F * static_cast<float>(i * i);
    std::vector<float> y(count);
    const double sum = ffn::shifted_exponentials(x.data(), 2.0F, y.data(), count);
    double exact_sum = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      const double exact = std::exp(static_cast<double>(x[i]) - 2.0);
      exact_sum += exact;
      CHECK(std::abs(y[i] - exact) <= 0.501 * 0x1p-23 * exact);
    }
    CHECK(sum == doctest::Approx(exact_sum).epsilon(1e-10));
  }
}

TEST_CASE("exponential: infinities, NaN and very negative values in every lane") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (std::size_t place = 0; place < 6; ++place) {
    std::vector<float> x(6, 1.0F);
    std::vector<float> y(6);
    const auto with = [&](float number) {
      x[place] = number;
      return ffn::shifted_exponentials(x.data(), 1.0F, y.data(), x.size());
    };
    CHECK(with(-kInfinity) == doctest::Approx(5.0).epsilon(1e-9));
    CHECK(y[place] == 0.0F);
    CHECK(with(-std::numeric_limits<float>::max()) == doctest::Approx(5.0).epsilon(1e-9));
    CHECK(y[place] == 0.0F);
    CHECK(std::isnan(with(std::nanf(""))));
    CHECK(std::isnan(y[place]));
    CHECK(y[place == 0 ? 1 : 0] == 1.0F);
  }
}

TEST_CASE("exponential: division and backward pass round once in every lane") {
  for (std::size_t count = 1; count <= 9; ++count) {
    std::vector<float> y(count), grad_y(count), grad_x(count);
    double sum = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      y[i] = 0.1F + 0.37F * static_cast<float>(i);
      grad_y[i] = 1.5F - 0.77F * static_cast<float>(i);
    }
    const std::vector<float> before = y;
    ffn::divide(y.data(), 3.7, count);
    for (std::size_t i = 0; i < count; ++i) CHECK(y[i] == static_cast<float>(before[i] / 3.7));
    for (std::size_t i = 0; i < count; ++i)
      sum += static_cast<double>(grad_y[i]) * static_cast<double>(y[i]);
    ffn::softmax_row_backward(y.data(), grad_y.data(), grad_x.data(), count);
    for (std::size_t i = 0; i < count; ++i)
      CHECK(grad_x[i] == doctest::Approx(y[i] * (grad_y[i] - sum)).epsilon(1e-6));
  }
}

TEST_CASE("exponential: vectors of any width give the bits of two lanes") {
  for (std::size_t count = 1; count <= 40; ++count) {
    std::vector<float> x(count), narrow(count), wide(count);
    for (std::size_t i = 0; i < count; ++i) x[i] = -0.31F * static_cast<float>((i * 7919) % 353);
    const double narrow_sum =
        ffn::exponentials_of<ffn::Double2>(x.data(), 0.0F, narrow.data(), count);
    const double wide_sum = ffn::shifted_exponentials(x.data(), 0.0F, wide.data(), count);
    CHECK(std::memcmp(narrow.data(), wide.data(), count * sizeof(float)) == 0);
    CHECK(std::memcmp(&narrow_sum, &wide_sum, sizeof wide_sum) == 0);
  }
}
