#include "ffn/kernels/activation_kernel.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <vector>

#include "accuracy/unit_accuracy.h"
#include "ffn/kernels/tile.h"
#include "golden.h"

using namespace ffn;

namespace {

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

constexpr ActivationFunction ActivationKernelSet::*kFunctions[] = {
    &ActivationKernelSet::value, &ActivationKernelSet::derivative};

bool same_bits(const float* a, const float* b, std::size_t count) {
  return std::memcmp(a, b, count * sizeof(float)) == 0;
}

}  // namespace

TEST_CASE("activation_kernel: the error of a sample of all arguments is within 0.503 ulp") {
  for (const Activation kind : kActivations) {
    const test::UnitAccuracy accuracy = test::measure(kind, 0, std::uint64_t{1} << 32, 9973);
    CAPTURE(name_of(kind));
    CHECK(accuracy.arguments == 430660);
    CHECK(accuracy.broken == 0);
    CHECK(accuracy.worst_value() <= 0.503);
    CHECK(accuracy.worst_derivative() <= 6.1e-8);
  }
}

TEST_CASE(
    "activation_kernel: an element has the same bits alone and at every position of every length") {
  for (const Activation kind : kActivations) {
    for (const auto function : {&activation_kernel_value, &activation_kernel_derivative}) {
      for (std::size_t count = 0; count <= 131; ++count) {  // the longest step has 64 elements
        const std::vector<float> x = arguments(count + 3);
        std::vector<float> alone(count + 3);
        for (std::size_t i = 0; i < x.size(); ++i) function(kind, &x[i], &alone[i], 1);
        for (std::size_t offset = 0; offset < 4; ++offset) {  // also unaligned
          std::vector<float> y(count + 4, 123.0F);
          function(kind, x.data() + (offset < 3 ? offset : 0), y.data(), count);
          CHECK(same_bits(y.data(), alone.data() + (offset < 3 ? offset : 0), count));
          for (std::size_t i = count; i < y.size(); ++i)
            CHECK(y[i] == 123.0F);  // nothing beyond the end is written
        }
      }
    }
  }
}

TEST_CASE("activation_kernel: all widths of vectors give the same bits") {
  CHECK(activation_kernel_sets().size() == tile_sets().size());
  const std::vector<float> x = arguments(1009);
  for (const Activation kind : kActivations) {
    for (const auto function : kFunctions) {
      std::vector<float> narrow(x.size());
      (activation_kernel_sets().front()->*function)(kind, x.data(), narrow.data(), x.size());
      for (const ActivationKernelSet* set : activation_kernel_sets()) {
        std::vector<float> y(x.size());
        (set->*function)(kind, x.data(), y.data(), x.size());
        CHECK(same_bits(y.data(), narrow.data(), x.size()));
      }
    }
  }
}

TEST_CASE("activation_kernel: works in place for long arrays") {
  for (const std::size_t count : {127U, 128U, 129U, 255U, 256U, 257U}) {
    std::vector<float> x = arguments(count);
    std::vector<float> y(count);
    activation_kernel_value(Activation::kGelu, x.data(), y.data(), count);
    activation_kernel_value(Activation::kGelu, x.data(), x.data(), count);
    CHECK(same_bits(x.data(), y.data(), count));
  }
}

TEST_CASE("activation_kernel: ReLU's values and derivatives for special arguments in every lane") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::array<float, 9> x{-0.0F,      0.0F,      1.5F,       -1.5F,        kInfinity,
                               -kInfinity, 0x1p-149F, -0x1p-149F, std::nanf("")};
  const std::array<float, 9> value{0.0F, 0.0F, 1.5F, 0.0F, kInfinity, 0.0F, 0x1p-149F, 0.0F, 0.0F};
  const std::array<float, 9> slope{0.0F, 0.0F, 1.0F, 0.0F, 1.0F, 0.0F, 1.0F, 0.0F, 0.0F};
  for (std::size_t first = 0; first < x.size(); ++first) {
    std::array<float, 9> y{};
    const std::size_t count = x.size() - first;
    activation_kernel_value(Activation::kRelu, x.data() + first, y.data(), count);
    for (std::size_t i = 0; i + 1 < count; ++i) {
      CHECK(y[i] == value[first + i]);
      CHECK_FALSE(std::signbit(y[i]));
    }
    CHECK(std::isnan(y[count - 1]));
    activation_kernel_derivative(Activation::kRelu, x.data() + first, y.data(), count);
    for (std::size_t i = 0; i + 1 < count; ++i) CHECK(y[i] == slope[first + i]);
    CHECK(std::isnan(y[count - 1]));
  }
}

#if !defined(__wasm_relaxed_simd__)  // the one build whose multiply_add may round once
TEST_CASE("activation_kernel: the native and simd builds give the same bits") {
  struct Witness {
    Activation kind;
    std::uint64_t bits;
  };
  constexpr Witness kWitnesses[] = {
      {Activation::kRelu, 14755262042400729020ULL},
      {Activation::kGelu, 8185091802283961876ULL},
      {Activation::kGeluTanh, 4618980241099524643ULL},
      {Activation::kGeluSigmoid, 208351887860812990ULL},
      {Activation::kSilu, 1935260888183602864ULL},
      {Activation::kIdentity, 13695570894356988386ULL},
      {Activation::kReluSquared, 11593445012723071545ULL},
  };
  static_assert(std::size(kWitnesses) == kActivations.size());
  Matrix x(1, 4096);
  Matrix y(2, 4096);
  for (Index i = 0; i < x.size(); ++i) x(0, i) = -16.0F + static_cast<float>(i) / 128.0F;
  for (const Witness& witness : kWitnesses) {
    CAPTURE(name_of(witness.kind));
    activation_kernel_value(witness.kind, x.data(), y.row(0).data(), 4096);
    activation_kernel_derivative(witness.kind, x.data(), y.row(1).data(), 4096);
    CHECK(test::bits_of(y) == witness.bits);
  }
}
#endif
