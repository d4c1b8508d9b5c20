#include "ffn/nn/dropout.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "ffn/core/check.h"

using namespace ffn;

TEST_CASE("dropout: the mask contains 0 and 1/(1-p) at the expected rate") {
  for (const double p : {0.1, 0.3, 0.5, 0.9}) {
    CAPTURE(p);
    RandomState rng(42);
    Matrix mask(1000, 1000);
    fill_dropout_mask<float>(rng, p, view(mask));
    const auto scale = static_cast<float>(1.0 / (1.0 - p));
    CHECK(((mask.array() == 0.0F) || (mask.array() == scale)).all());
    const double rate = (mask.array() == 0.0F).cast<double>().mean();
    CHECK(std::abs(rate - p) < 5.0 * std::sqrt(p * (1.0 - p) / 1e6));  // five standard deviations
  }
}

TEST_CASE(
    "dropout: p = 0 drops nothing, p = 1 drops everything, and values outside [0, 1] are "
    "rejected") {
  RandomState rng(1);
  Matrix mask(7, 9);
  fill_dropout_mask<float>(rng, 0.0, view(mask));
  CHECK((mask.array() == 1.0F).all());
  fill_dropout_mask<float>(rng, 1.0, view(mask));
  CHECK((mask.array() == 0.0F).all());
  for (const double bad : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity()}) {
    CHECK_THROWS_AS(fill_dropout_mask<float>(rng, bad, view(mask)), ArgumentError);
  }
  CHECK_THROWS_WITH(check_dropout_probability(1.5),
                    "dropout is 1.5; expected a probability from 0 to 1");
}

TEST_CASE(
    "dropout: a seed determines the mask and every p draws the same number of random numbers") {
  RandomState a(3);
  RandomState b(3);
  RandomState c(3);
  Matrix first(4, 5);
  Matrix second(4, 5);
  fill_dropout_mask<float>(a, 0.4, view(first));
  fill_dropout_mask<float>(b, 0.4, view(second));
  CHECK(first == second);
  fill_dropout_mask<float>(c, 0.0, view(second));
  CHECK(a.random_sample() == c.random_sample());
}

TEST_CASE("dropout: a dropped NaN becomes 0 and any other NaN remains") {
  Matrix x(1, 4);
  x << 2, std::nanf(""), std::nanf(""), std::numeric_limits<float>::infinity();
  Matrix mask(1, 4);
  mask << 2, 0, 2, 0;
  Matrix y(1, 4);
  apply_dropout_mask<float>(ConstMatrixView(x.data(), 1, 4), ConstMatrixView(mask.data(), 1, 4),
                            view(y));
  CHECK(y(0, 0) == 4.0F);
  CHECK(y(0, 1) == 0.0F);
  CHECK(std::isnan(y(0, 2)));
  CHECK(y(0, 3) == 0.0F);
}
