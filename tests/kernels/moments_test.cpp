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

TEST_CASE("moments: mean and biased variance of every length and far from zero") {
  for (std::size_t count = 1; count <= 13; ++count) {
    for (const float offset : {0.0F, 40000.0F}) {
      const std::vector<float> x = drawn(count, offset);
      double mean = 0.0, variance = 0.0;
      for (const float number : x) mean += number / static_cast<double>(count);
      for (const float number : x) variance += (number - mean) * (number - mean) / static_cast<double>(count);
      const ffn::Moments found = ffn::moments(x.data(), count);
      CHECK(found.mean == doctest::Approx(mean).epsilon(1e-14));
      CHECK(found.variance == doctest::Approx(variance).epsilon(1e-9));
    }
  }
}

TEST_CASE("moments: normalize rounds the double result once at every place of a vector") {
  for (std::size_t count = 1; count <= 9; ++count) {
    std::vector<float> x = drawn(count, 3.0F);
    const std::vector<float> scale = drawn(count, 1.0F), shift = drawn(count, -2.0F), before = x;
    ffn::normalize(x.data(), count, 2.5, 0.75, scale.data(), shift.data(), x.data());
    for (std::size_t i = 0; i < count; ++i) {
      const double exact = (before[i] - 2.5) * 0.75 * static_cast<double>(scale[i]) + static_cast<double>(shift[i]);
      CHECK(x[i] == static_cast<float>(exact));
    }
  }
}
