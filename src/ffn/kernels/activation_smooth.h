#pragma once
// The loop over the elements of a smooth activation function, in the form of activation_kernel.h. A
// unit defines D as `bump` and D' as `bump_slope` on vectors of doubles, with the constants that
// they read. Included by activation_kernel_body.h, and like it with internal linkage.

#include <cstring>

#include "ffn/kernels/activation_kernel_of.h"
#include "ffn/kernels/double2.h"

namespace ffn {

namespace {

template <class Unit>
struct Value {
  using Doubles = typename Unit::Doubles;
  static Doubles at(const typename Unit::Table& table, Doubles x) {
    const Doubles bump = Unit::bump(table, at_most(magnitude(x), table.limit));
    return at_least(x, table.zero) - bump;  // at_least preserves -0, and -0 - 0 is -0
  }
};

template <class Unit>
struct Derivative {
  using Doubles = typename Unit::Doubles;
  static Doubles at(const typename Unit::Table& table, Doubles x) {
    const Doubles slope = Unit::bump_slope(table, at_most(magnitude(x), table.limit));
    return select(x >= 0.0, table.one.lanes - slope, slope);
  }
};

// Computes two vectors: two dependency chains overlap.
template <class Unit>
inline constexpr std::size_t kPair = 2 * kDoubleLanes<typename Unit::Doubles>;
template <template <class> class Function, class Unit>
void pair_step(const typename Unit::Table& table, const float* from, float* to) {
  using Doubles = typename Unit::Doubles;
  store_floats(Function<Unit>::at(table, load_doubles<Doubles>(from)),
               Function<Unit>::at(table, load_doubles<Doubles>(from + kDoubleLanes<Doubles>)), to);
}

// Evaluates whole steps of `Function`. Not inlined, because its two calls would double the code.
template <template <class> class Function, class Unit>
struct Steps {
  static constexpr std::size_t kStep = kPair<Unit>;
  [[gnu::noinline]] static void run(const typename Unit::Table& table, const float* x, float* y,
                                    std::size_t count) {
    for (std::size_t i = 0; i < count; i += kStep) pair_step<Function, Unit>(table, x + i, y + i);
  }
};

// Processes the elements after the last whole step in a padded copy.
template <template <class> class Function, class Unit>
void for_each(const float* x, float* y, std::size_t count) {
  static constexpr typename Unit::Table kTable;
  constexpr std::size_t kStep = Steps<Function, Unit>::kStep;
  const typename Unit::Table& table = *opaque(&kTable);
  const std::size_t whole = count / kStep * kStep;
  Steps<Function, Unit>::run(table, x, y, whole);
  if (whole == count) return;
  float rest[kStep] = {};
  std::memcpy(rest, x + whole, (count - whole) * sizeof(float));
  Steps<Function, Unit>::run(table, rest, rest, kStep);
  std::memcpy(y + whole, rest, (count - whole) * sizeof(float));
}

// The functions of a smooth activation.
template <class Unit>
struct SmoothKernel {
  static void value(const float* x, float* y, std::size_t count) {
    for_each<Value, Unit>(x, y, count);
  }
  static void derivative(const float* x, float* y, std::size_t count) {
    for_each<Derivative, Unit>(x, y, count);
  }
};

}  // namespace

}  // namespace ffn
