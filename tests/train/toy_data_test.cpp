#include "ffn/train/toy_data.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ffn/core/check.h"
#include "golden.h"

using namespace ffn;

namespace {

Dataset make(const char* name, Index n, double noise = 0.0, std::uint32_t seed = 1) {
  ToyDataOptions options;
  options.kind = named<ToyData>(name);
  options.n = n;
  options.noise = noise;
  options.seed = seed;
  return make_toy_data(options);
}

void check_error(const char* message, const std::function<void(ToyDataOptions&)>& change) {
  ToyDataOptions options;
  change(options);
  CHECK_THROWS_WITH_AS(make_toy_data(options), message, ArgumentError);
}

}  // namespace

TEST_CASE("toy_data: curves contain known points") {
  const auto curve = [](const char* name) {
    const Dataset data = make(name, 9);  // x = -2, -1.5, ..., 2
    CHECK(data.inputs(0, 0) == -2.0F);
    CHECK(data.inputs(3, 0) == -0.5F);
    CHECK(data.inputs(8, 0) == 2.0F);
    return data.targets;
  };
  CHECK(curve("abs").transpose() == (Matrix(1, 9) << 2, 1.5, 1, 0.5, 0, 0.5, 1, 1.5, 2).finished());
  CHECK(curve("step").transpose() == (Matrix(1, 9) << 0, 0, 0, 0, 1, 1, 1, 1, 1).finished());
  CHECK(curve("polynomial").transpose() ==
        (Matrix(1, 9) << -1, 0.5625, 1, 0.6875, 0, -0.6875, -1, -0.5625, 1).finished());
  const Matrix sine = curve("sine");
  for (Index i = 0; i < 9; ++i)
    CHECK(sine(i, 0) ==
          doctest::Approx(i % 4 == 1 ? 1.0 : (i % 4 == 3 ? -1.0 : 0.0)).epsilon(1e-7));
}

TEST_CASE("toy_data: polynomial with given coefficients") {
  ToyDataOptions options;
  options.kind = ToyData::kPolynomial;
  options.n = 3;
  options.coefficients = {3.0, 0.5, -1.0};
  CHECK(make_toy_data(options).targets.transpose() == (Matrix(1, 3) << -2, 3, 0).finished());
}

TEST_CASE("toy_data: the arms of the spiral are rotated by half a turn") {
  const Dataset data = make("spiral", 100);
  CHECK(data.classes.size() == 2);
  for (Index i = 0; i < 100; i += 2) {
    CHECK(data.labels[static_cast<std::size_t>(i)] == 0);
    CHECK(data.labels[static_cast<std::size_t>(i + 1)] == 1);
    CHECK((data.inputs.row(i) + data.inputs.row(i + 1)).norm() < 1e-6F);
    CHECK(data.inputs.row(i).norm() ==
          doctest::Approx(2.0 * static_cast<double>(i / 2 + 1) / 50.0).epsilon(1e-6));
  }
}

TEST_CASE("toy_data: labels of circle and xor match the positions and are about balanced") {
  for (const char* name : {"circle", "xor"}) {
    CAPTURE(name);
    const Dataset data = make(name, 4000);
    double ones = 0.0;
    for (Index i = 0; i < 4000; ++i) {
      const double x = data.inputs(i, 0);
      const double y = data.inputs(i, 1);
      const bool one =
          std::string(name) == "circle" ? x * x + y * y < 8.0 / std::acos(-1.0) : x * y < 0.0;
      CHECK(data.labels[static_cast<std::size_t>(i)] == (one ? 1 : 0));
      ones += one ? 1.0 : 0.0;
    }
    CHECK(std::abs(ones - 2000.0) < 5.0 * std::sqrt(1000.0));  // five standard deviations
    CHECK(data.inputs.cwiseAbs().maxCoeff() <= 2.0F);
  }
}

TEST_CASE("toy_data: the seed determines the data and noise has the given deviation") {
  for (const char* name : {"sine", "step", "abs", "polynomial", "spiral", "circle", "xor"}) {
    CAPTURE(name);
    CHECK(make(name, 50, 0.1, 7).inputs == make(name, 50, 0.1, 7).inputs);
    CHECK(make(name, 50, 0.1, 7).targets == make(name, 50, 0.1, 7).targets);
    const Dataset one = make(name, 50, 0.1, 7);
    const Dataset other = make(name, 50, 0.1, 8);
    CHECK((one.inputs != other.inputs || one.targets != other.targets));
  }
  const Matrix noise = make("abs", 20000, 0.5).targets - make("abs", 20000).targets;
  CHECK(std::abs(noise.cast<double>().mean()) < 5.0 * 0.5 / std::sqrt(20000.0));
  CHECK(std::sqrt(noise.cast<double>().squaredNorm() / 20000.0) ==
        doctest::Approx(0.5).epsilon(0.03));
}

TEST_CASE(
    "toy_data: data sets without transcendental functions have the same bits in every build") {
  CHECK(test::bits_of(make("polynomial", 33).targets) == 3719893256041093153ULL);
  CHECK(test::bits_of(make("circle", 33).inputs) == 3930123887628957484ULL);
  CHECK(make("circle", 33).inputs == make("xor", 33).inputs);
}

TEST_CASE("toy_data: data sets of one point are valid") {
  for (const char* name : {"sine", "step", "abs", "polynomial", "spiral", "circle", "xor"})
    CHECK(make(name, 1).size() == 1);
}

TEST_CASE("toy_data: invalid options are rejected by name") {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  check_error("n is 0; expected 1 or more", [](auto& o) { o.n = 0; });
  check_error("noise is -0.1; expected a finite number of 0 or more",
              [](auto& o) { o.noise = -0.1; });
  check_error("noise is nan; expected a finite number of 0 or more",
              [](auto& o) { o.noise = kNaN; });
  check_error("coefficients is empty; expected one number or more",
              [](auto& o) { o.coefficients.clear(); });
  check_error("coefficients is nan; expected finite numbers", [](auto& o) {
    o.coefficients = {1.0, kNaN};
  });
  check_error("targets[0, 0] is -inf; expected a finite number", [](auto& o) {
    o.kind = ToyData::kPolynomial;
    o.coefficients = {0.0, 1e300};
  });
  CHECK_THROWS_WITH_AS(named<ToyData>("moons"),
                       "kind is \"moons\"; expected \"sine\", \"step\", \"abs\", \"polynomial\", "
                       "\"spiral\", \"circle\" or \"xor\"",
                       ArgumentError);
}
