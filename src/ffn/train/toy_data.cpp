#include "ffn/train/toy_data.h"

#include <cmath>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/random.h"
#include "ffn/core/shape.h"
#include "ffn/core/sine_pi.h"

namespace ffn {

namespace {

constexpr double kEdge = 2.0;
constexpr double kPi = 3.14159265358979323846;
constexpr double kTurns = 1.75;
constexpr double kHalfOfTheArea =
    8.0 / kPi;  // squared radius of the circle with half of the square's area

double curve(const ToyDataOptions& options, double x) {
  if (options.kind == ToyData::kSine) return sine_pi(x);
  if (options.kind == ToyData::kStep) return x < 0.0 ? 0.0 : 1.0;
  if (options.kind == ToyData::kAbs) return std::abs(x);
  double y = 0.0;  // Horner's rule
  for (std::size_t i = options.coefficients.size(); i > 0; --i)
    y = y * x + options.coefficients[i - 1];
  return y;
}

struct Point {
  double x;
  double y;
  std::int32_t label;
};

Point spiral_point(Index i, Index n) {
  const Index arm = i % 2;
  const Index place = i / 2 + 1;  // index on the arm, from 1
  const Index points_of_arm = (n + 1 - arm) / 2;
  const double share = static_cast<double>(place) / static_cast<double>(points_of_arm);
  const double half_turns = kTurns * 2.0 * share + static_cast<double>(arm);
  return {kEdge * share * sine_pi(half_turns), kEdge * share * sine_pi(half_turns + 0.5),
          static_cast<std::int32_t>(arm)};
}

Point square_point(ToyData kind, RandomState& rng) {
  const double x = rng.uniform(-kEdge, kEdge);
  const double y = rng.uniform(-kEdge, kEdge);
  const bool one =
      kind == ToyData::kCircle ? x * x + y * y < kHalfOfTheArea : (x < 0.0) != (y < 0.0);
  return {x, y, one ? 1 : 0};
}

// Without noise no random number is drawn.
double noise_of(const ToyDataOptions& options, RandomState& rng) {
  return options.noise > 0.0 ? options.noise * rng.randn() : 0.0;
}

Dataset make_curve(const ToyDataOptions& options) {
  Dataset data;  // member by member, as in csv_dataset.cpp
  resize(data.inputs, options.n, 1);
  resize(data.targets, options.n, 1);
  RandomState rng(options.seed);
  for (Index i = 0; i < options.n; ++i) {
    const double x = evenly_spaced(-kEdge, kEdge, i, options.n);
    data.inputs(i, 0) = static_cast<float>(x);
    data.targets(i, 0) = static_cast<float>(curve(options, x) + noise_of(options, rng));
  }
  return data;
}

Dataset make_points(const ToyDataOptions& options) {
  Dataset data;
  resize(data.inputs, options.n, 2);
  data.classes = {"0", "1"};
  RandomState rng(options.seed);
  for (Index i = 0; i < options.n; ++i) {
    const Point point = options.kind == ToyData::kSpiral ? spiral_point(i, options.n)
                                                         : square_point(options.kind, rng);
    data.inputs(i, 0) = static_cast<float>(point.x + noise_of(options, rng));
    data.inputs(i, 1) = static_cast<float>(point.y + noise_of(options, rng));
    data.labels.push_back(point.label);
  }
  return data;
}

}  // namespace

Dataset make_toy_data(const ToyDataOptions& options) {
  check(options.n >= 1, "n", options.n, "1 or more");
  element_count("n", Shape{options.n, 2});
  check(options.noise >= 0.0 && std::isfinite(options.noise), "noise", options.noise,
        "a finite number of 0 or more");
  check(!options.coefficients.empty(), "coefficients", "empty", "one number or more");
  for (const double coefficient : options.coefficients)
    check(std::isfinite(coefficient), "coefficients", coefficient, "finite numbers");
  const bool points = options.kind == ToyData::kSpiral || options.kind == ToyData::kCircle ||
                      options.kind == ToyData::kXor;
  Dataset data = points ? make_points(options) : make_curve(options);
  check_dataset(data);  // large noise or coefficients may overflow float32
  return data;
}

}  // namespace ffn
