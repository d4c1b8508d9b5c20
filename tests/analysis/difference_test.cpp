#include "ffn/analysis/difference.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "ffn/core/check.h"
#include "small_network.h"

using namespace ffn;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
const float kNaN = std::nanf("");

}  // namespace

TEST_CASE("difference: computed by hand") {
  const std::vector<float> a{1.0F, -2.0F, 3.0F, 4.0F};
  const std::vector<float> b{0.5F, 2.0F, 3.0F, 8.0F};
  const Difference found = difference(a, b);
  CHECK(found.count == 4);
  CHECK(found.differing == 3);
  CHECK(found.largest == 4.0);
  CHECK(found.at == 1);  // the first of two equal differences
  CHECK(found.mean == 8.5 / 4.0);
  CHECK(found.relative == 0.5);
  CHECK(absolute_difference(a, b) == std::vector<float>{0.5F, 4.0F, 0.0F, 4.0F});
}

TEST_CASE("difference: a tensor does not differ from itself") {
  const std::vector<float> a{0.0F, kNaN, kInfinity, -1.5F};
  const Difference found = difference(a, a);
  CHECK(found.differing == 0);
  CHECK(found.largest == 0.0);
  CHECK(found.mean == 0.0);
  CHECK(found.relative == 0.0);
  const std::vector<float> zeros{0.0F};
  CHECK(difference(zeros, zeros).relative == 0.0);
}

TEST_CASE("difference: 0 and -0 differ in bits but not in value") {
  const Difference found =
      difference(std::vector<float>{0.0F, 1.0F}, std::vector<float>{-0.0F, 1.0F});
  CHECK(found.differing == 1);
  CHECK(found.largest == 0.0);
  CHECK(found.relative == 0.0);
}

TEST_CASE("difference: NaN in one tensor is reported as the largest difference") {
  const Difference found = difference(std::vector<float>{5.0F, kNaN, 9.0F, kNaN},
                                      std::vector<float>{0.0F, 1.0F, 0.0F, 1.0F});
  CHECK(std::isnan(found.largest));
  CHECK(found.at == 1);
  CHECK(std::isnan(found.mean));
  CHECK(difference(std::vector<float>{kInfinity}, std::vector<float>{1.0F}).largest == kInfinity);
  CHECK(std::isinf(difference(std::vector<float>{1.0F}, std::vector<float>{0.0F}).relative));
}

TEST_CASE("difference: a difference of 1 ulp is detected") {
  const float a = 0.1F;
  const float b = std::nextafter(a, 1.0F);
  const Difference found = difference(std::vector<float>{a}, std::vector<float>{b});
  CHECK(found.differing == 1);
  CHECK(found.largest == static_cast<double>(b) - a);
}

TEST_CASE("difference: difference_by_token compares row by row") {
  Matrix a = Matrix::Ones(3, 2);
  Matrix b = a;
  b(1, 1) = 3.0F;
  const std::vector<Difference> rows = difference_by_token(test::all_of(a), test::all_of(b));
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].differing == 0);
  CHECK(rows[1].differing == 1);
  CHECK(rows[1].at == 1);
  CHECK(rows[1].largest == 2.0);
  CHECK(rows[2].largest == 0.0);
}

TEST_CASE("difference: tensors of different sizes and empty tensors are rejected") {
  const std::vector<float> one{1.0F};
  const std::vector<float> two{1.0F, 2.0F};
  CHECK_THROWS_WITH(difference(one, two), "b is 2 elements long; expected 1 elements, as in a");
  CHECK_THROWS_WITH(difference({}, {}), "a is empty; expected one element or more");
  CHECK_THROWS_AS(absolute_difference(one, two), ArgumentError);
  const Matrix wide = Matrix::Ones(1, 2);
  const Matrix tall = Matrix::Ones(2, 1);
  CHECK_THROWS_WITH(difference_by_token(view(wide), view(tall)),
                    "b is (2, 1); expected shape (1, 2)");
}

TEST_CASE("difference: equal infinities do not affect the relative difference") {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> a = {infinity, 3.0F};
  const std::vector<float> b = {infinity, 2.0F};
  CHECK(difference(a, b).largest == 1.0);
  CHECK(difference(a, b).relative == 0.5);
}
