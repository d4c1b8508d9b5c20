#include "ffn/kernels/smooth_unit.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "accuracy/unit_accuracy.h"
#include "ffn/kernels/tile.h"
#include "golden.h"

using namespace ffn;

namespace {

constexpr SmoothUnit kUnits[] = {SmoothUnit::kGelu, SmoothUnit::kGeluTanh, SmoothUnit::kGeluSigmoid,
                                 SmoothUnit::kSilu};

// Returns samples of [-12, 12] and special values, in an order in which neighbours differ strongly.
std::vector<float> arguments(std::size_t count) {
  constexpr float kSpecial[] = {0.0F,
                                -0.0F,
                                1e-45F,
                                -1e-45F,
                                1e38F,
                                -1e38F,
                                std::numeric_limits<float>::infinity(),
                                -std::numeric_limits<float>::infinity()};
  std::vector<float> x(count);
  for (std::size_t i = 0; i < count; ++i)
    x[i] = i % 9 == 8 ? kSpecial[i / 9 % 8]
                      : -12.0F + 24.0F * static_cast<float>(i * 37 % 101) / 100.0F;
  return x;
}

constexpr SmoothUnitFunction SmoothUnitSet::*kFunctions[] = {&SmoothUnitSet::value,
                                                             &SmoothUnitSet::derivative};

bool same_bits(const float* a, const float* b, std::size_t count) {
  return std::memcmp(a, b, count * sizeof(float)) == 0;
}

}  // namespace

TEST_CASE("smooth_unit: the error of a sample of all arguments is within 0.503 ulp") {
  for (const Activation kind : kActivations) {
    const test::UnitAccuracy accuracy = test::measure(kind, 0, std::uint64_t{1} << 32, 9973);
    CAPTURE(name_of(kind));
    CHECK(accuracy.arguments == 430660);
    CHECK(accuracy.broken == 0);
    CHECK(accuracy.worst_value() <= 0.503);
    CHECK(accuracy.worst_derivative() <= 6.1e-8);
  }
}

TEST_CASE("smooth_unit: an element has the same bits alone and at every position of every length") {
  for (const SmoothUnit unit : kUnits) {
    for (const auto function : {&smooth_unit_value, &smooth_unit_derivative}) {
      for (std::size_t count = 0; count <= 131; ++count) {  // the longest step has 64 elements
        const std::vector<float> x = arguments(count + 3);
        std::vector<float> alone(count + 3);
        for (std::size_t i = 0; i < x.size(); ++i) function(unit, &x[i], &alone[i], 1);
        for (std::size_t offset = 0; offset < 4; ++offset) {  // also unaligned
          std::vector<float> y(count + 4, 123.0F);
          function(unit, x.data() + (offset < 3 ? offset : 0), y.data(), count);
          CHECK(same_bits(y.data(), alone.data() + (offset < 3 ? offset : 0), count));
          for (std::size_t i = count; i < y.size(); ++i)
            CHECK(y[i] == 123.0F);  // nothing beyond the end is written
        }
      }
    }
  }
}

TEST_CASE("smooth_unit: all widths of vectors give the same bits") {
  CHECK(smooth_unit_sets().size() == tile_sets().size());
  const std::vector<float> x = arguments(1009);
  for (const SmoothUnit unit : kUnits) {
    for (const auto function : kFunctions) {
      std::vector<float> narrow(x.size());
      (smooth_unit_sets().front()->*function)(unit, x.data(), narrow.data(), x.size());
      for (const SmoothUnitSet* set : smooth_unit_sets()) {
        std::vector<float> y(x.size());
        (set->*function)(unit, x.data(), y.data(), x.size());
        CHECK(same_bits(y.data(), narrow.data(), x.size()));
      }
    }
  }
}

TEST_CASE("smooth_unit: works in place for long arrays") {
  for (const std::size_t count : {127U, 128U, 129U, 255U, 256U, 257U}) {
    std::vector<float> x = arguments(count);
    std::vector<float> y(count);
    smooth_unit_value(SmoothUnit::kGelu, x.data(), y.data(), count);
    smooth_unit_value(SmoothUnit::kGelu, x.data(), x.data(), count);
    CHECK(same_bits(x.data(), y.data(), count));
  }
}

#if !defined(__wasm_relaxed_simd__)  // the one build whose multiply_add may round once
TEST_CASE("smooth_unit: the native and simd builds give the same bits") {
  Matrix x(1, 4096);
  Matrix y(8, 4096);
  for (Index i = 0; i < x.size(); ++i) x(0, i) = -16.0F + static_cast<float>(i) / 128.0F;
  for (Index unit = 0; unit < 4; ++unit) {
    smooth_unit_value(kUnits[unit], x.data(), y.row(2 * unit).data(), 4096);
    smooth_unit_derivative(kUnits[unit], x.data(), y.row(2 * unit + 1).data(), 4096);
  }
  CHECK(test::bits_of(y) == 5518714242817828700ULL);
}
#endif
