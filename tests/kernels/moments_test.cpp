#include "ffn/kernels/moments.h"

#include <doctest/doctest.h>

#include <vector>

#include "ffn/core/random.h"

namespace {

std::vector<float> drawn(std::size_t count, float offset) {
  ffn::Matrix numbers(1, static_cast<ffn::Index>(count));
  ffn::RandomState rng(5);
  ffn::fill_randn(rng, 1.0, ffn::view(numbers));
  std::vector<float> x(numbers.data(), numbers.data() + count);
  for (float& number : x) number += offset;
  return x;
}

}  // namespace

TEST_CASE("moments: mean and biased variance for every length and for a large offset") {
  for (std::size_t count = 1; count <= 13; ++count) {
    for (const float offset : {0.0F, 40000.0F}) {
      const std::vector<float> x = drawn(count, offset);
      double mean = 0.0, variance = 0.0;
      for (const float number : x) mean += number / static_cast<double>(count);
      for (const float number : x)
        variance += (number - mean) * (number - mean) / static_cast<double>(count);
      const ffn::Moments found = ffn::moments(x.data(), count);
      CHECK(found.mean == doctest::Approx(mean).epsilon(1e-14));
      CHECK(found.variance == doctest::Approx(variance).epsilon(1e-9));
    }
  }
}

TEST_CASE("moments: normalize rounds the double result once in every lane") {
  for (std::size_t count = 1; count <= 9; ++count) {
    std::vector<float> x = drawn(count, 3.0F);
    const std::vector<float> scale = drawn(count, 1.0F), shift = drawn(count, -2.0F), before = x;
    ffn::normalize(x.data(), count, 2.5, 0.75, scale.data(), shift.data(), x.data());
    for (std::size_t i = 0; i < count; ++i) {
      const double exact =
          (before[i] - 2.5) * 0.75 * static_cast<double>(scale[i]) + static_cast<double>(shift[i]);
      CHECK(x[i] == static_cast<float>(exact));
    }
  }
}

TEST_CASE("moments: normalize_backward rounds the double result once in every lane") {
  for (std::size_t count = 1; count <= 9; ++count) {
    const std::vector<float> x = drawn(count, 3.0F), scale = drawn(count, 1.0F),
                             grad_y = drawn(count, -0.5F);
    std::vector<float> grad_scale = drawn(count, 7.0F), grad_shift = drawn(count, 9.0F),
                       grad_x(count);
    const std::vector<float> scale_before = grad_scale, shift_before = grad_shift;
    ffn::normalize_backward({x.data(), count, 2.5, 0.75}, scale.data(), grad_y.data(),
                            {grad_scale.data(), grad_shift.data(), grad_x.data()});
    const auto normalized = [&](std::size_t i) { return (x[i] - 2.5) * 0.75; };
    double mean = 0.0, mean_normalized = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      const double scaled = static_cast<double>(grad_y[i]) * static_cast<double>(scale[i]);
      mean += scaled / static_cast<double>(count);
      mean_normalized += scaled * normalized(i) / static_cast<double>(count);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const double g = grad_y[i];
      CHECK(grad_scale[i] == static_cast<float>(scale_before[i] + g * normalized(i)));
      CHECK(grad_shift[i] == static_cast<float>(shift_before[i] + g));
      CHECK(grad_x[i] == doctest::Approx(0.75 * (g * static_cast<double>(scale[i]) - mean -
                                                 normalized(i) * mean_normalized))
                             .epsilon(1e-6));
    }
  }
}
