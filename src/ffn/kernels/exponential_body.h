#pragma once
// shifted_exponentials (exponential.h) as a template over the vector of doubles. Included only by
// the exponential*.cpp files, each compiled for its own instruction set. As in tile_body.h it has
// internal linkage, so that the linker cannot merge code of different instruction sets.

#include <cstddef>
#include <cstring>
#include <limits>

#include "ffn/kernels/double2.h"
#include "ffn/kernels/exp2.h"

namespace ffn {

namespace {

template <class Doubles>
struct ExponentialTable {
  Exp2TableOf<Doubles> exp2;
  DoubleConstant<Doubles> log2_e = kLog2E;
  DoubleConstant<Doubles> lowest = -1000.0;  // 2^-1000 is 0 in float32
};

template <class Doubles>
Doubles exponential(const ExponentialTable<Doubles>& table, Doubles x, Doubles largest) {
  return exp2(table.exp2, at_least((x - largest) * table.log2_e.lanes, table.lowest));
}

// Four exponentials at a time, with one partial sum for each: the bits of the sum are the same for
// two and for four lanes.
template <class Doubles>
double exponentials_of(const float* x, float largest, float* y, std::size_t count) {
  static constexpr ExponentialTable<Doubles> kTable;
  constexpr std::size_t kStep = 4;
  constexpr std::size_t kLanes = kDoubleLanes<Doubles>;
  const ExponentialTable<Doubles>& table = *opaque(&kTable);
  const Doubles shift = Doubles{} + static_cast<double>(largest);
  Doubles sums[kStep / kLanes] = {};
  const auto step = [&](const float* from, float* to) {
    Doubles lanes[kStep / kLanes];
    for (std::size_t part = 0; part < kStep / kLanes; ++part) {
      lanes[part] = exponential(table, load_doubles<Doubles>(from + part * kLanes), shift);
      sums[part] += lanes[part];
    }
    if constexpr (kLanes == kStep) {
      const auto rounded = __builtin_convertvector(lanes[0], FloatsOf<Doubles>);
      std::memcpy(to, &rounded, sizeof rounded);
    } else {
      store_floats(lanes[0], lanes[1], to);
    }
  };
  std::size_t i = 0;
  for (; i + kStep <= count; i += kStep) step(x + i, y + i);
  if (i < count) {
    float rest[kStep];
    for (float& number : rest)
      number = -std::numeric_limits<float>::infinity();  // its exponential is negligible
    std::memcpy(rest, x + i, (count - i) * sizeof(float));
    step(rest, rest);
    std::memcpy(y + i, rest, (count - i) * sizeof(float));
  }
  double sum[kStep];
  std::memcpy(sum, sums, sizeof sum);
  return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

}  // namespace

}  // namespace ffn
