#include "ffn/train/gradient_check.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>

#include "ffn/core/check.h"

using namespace ffn;

namespace {

// loss = a^2 b + sin(c), with known gradients.
struct Known {
  std::array<double, 3> values{1.5, -2.0, 0.3};
  std::array<double, 3> gradient{2.0 * 1.5 * -2.0, 1.5 * 1.5, std::cos(0.3)};

  double loss() const { return values[0] * values[0] * values[1] + std::sin(values[2]); }
  GradientCheck run() {
    const CheckedTensor tensor{"w", values, gradient};
    return check_gradients([this] { return loss(); }, {&tensor, 1}).front();
  }
};

}  // namespace

TEST_CASE("gradient_check: correct gradients pass and the values are restored") {
  Known known;
  const auto before = known.values;
  CHECK(known.run().largest_error < 1e-9);
  CHECK(known.values == before);
}

TEST_CASE("gradient_check: a wrong gradient is detected and located") {
  Known known;
  known.gradient[1] *= 1.001;
  const GradientCheck check = known.run();
  CHECK(check.name == "w");
  CHECK(check.at == 1);
  CHECK(check.largest_error == doctest::Approx(0.001 * 2.25 / 6.0).epsilon(1e-4));
  CHECK(check.central_difference == doctest::Approx(2.25).epsilon(1e-8));
}

TEST_CASE("gradient_check: NaN never passes and wrong lengths are rejected") {
  Known known;
  known.gradient[2] = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(known.run().largest_error));
  const CheckedTensor short_one{"w", known.values,
                                std::span<const double>(known.gradient).first(2)};
  CHECK_THROWS_AS(check_gradients([&] { return known.loss(); }, {&short_one, 1}), ArgumentError);
  CHECK_THROWS_AS(check_gradients([&] { return known.loss(); }, {}, 0.0), ArgumentError);
}

TEST_CASE("gradient_check: elements may be added in any order") {
  GradientComparison comparison("w");
  comparison.add(2, 1.0, 1.5);
  comparison.add(0, 4.0, 4.25);
  comparison.add(1, 3.0, 3.5);
  GradientCheck check = comparison.result();
  CHECK(check.name == "w");
  CHECK(check.at == 2);
  CHECK(check.claimed == 1.0);
  CHECK(check.largest_error == 0.5 / 4.25);
  comparison.add(3, 0.0, std::numeric_limits<double>::quiet_NaN());
  comparison.add(4, 0.0, 100.0);
  check = comparison.result();
  CHECK(check.at == 3);
  CHECK(std::isnan(check.largest_error));
  CHECK(GradientComparison("empty").result().largest_error == 0.0);
}
