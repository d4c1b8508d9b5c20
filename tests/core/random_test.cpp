#include "ffn/core/random.h"

#include <doctest/doctest.h>

#include <cmath>

#include "golden.h"

using namespace ffn;
using ffn::test::read_golden;

namespace {

// The uniform numbers are exact; log of another C library may differ in the last digit.
void check_equal(const test::GoldenTensor& expected, auto&& draw) {
  for (const double value : expected.values) CHECK(draw() == doctest::Approx(value).epsilon(1e-15));
}

}  // namespace

TEST_CASE("random: RandomState gives NumPy's numbers for all seeds and mixtures of calls") {
  const auto golden = read_golden("random");
  for (const std::uint32_t seed : {0U, 1U, 42U, 4294967295U}) {
    CAPTURE(seed);
    const std::string prefix = "seed_" + std::to_string(seed) + "_";
    RandomState rng(seed);
    for (const double value : golden.at(prefix + "random_sample").values)
      CHECK(rng.random_sample() == value);
    check_equal(golden.at(prefix + "randn"), [&] { return rng.randn(); });
    for (const double value : golden.at(prefix + "uniform").values)
      CHECK(rng.uniform(-0.25, 0.75) == value);
    check_equal(golden.at(prefix + "randn_after"), [&] { return rng.randn(); });
  }
}

TEST_CASE("random: seed 42 gives the first thousand normals of np.random.seed(42)") {
  RandomState rng(42);
  check_equal(read_golden("random_notebook").at("randn"), [&] { return rng.randn(); });
}

TEST_CASE("random: a seed for another generator is the scaled random sample") {
  RandomState rng(5);
  RandomState same(5);
  for (int i = 0; i < 4; ++i)
    CHECK(static_cast<double>(rng.random_seed()) ==
          std::floor(same.random_sample() * 4294967296.0));
}

TEST_CASE("random: fill_randn scales in double and rounds once") {
  RandomState filled(42);
  RandomState drawn(42);
  Matrix m(3, 5);
  fill_randn(filled, 0.1, view(m));
  for (Index i = 0; i < m.size(); ++i)
    CHECK(m.data()[i] == static_cast<float>(drawn.randn() * 0.1));
}

TEST_CASE("random: fill_uniform stays in its half-open range and has the expected mean") {
  RandomState rng(3);
  Matrix m(100, 100);
  fill_uniform(rng, -0.5, 0.25, view(m));
  CHECK(m.minCoeff() >= -0.5F);
  CHECK(m.maxCoeff() < 0.25F);
  // Five standard deviations of the mean of 10,000 uniforms of width 0.75.
  CHECK(std::abs(m.cast<double>().mean() + 0.125) < 5 * 0.75 / std::sqrt(12.0 * 10000.0));
}
