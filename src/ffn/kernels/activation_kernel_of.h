#pragma once
// The kernel of an activation by its enumerator. Included by the headers that define kernels, and
// like activation_kernel_body.h with internal linkage.

#include <cstddef>

#include "ffn/core/activation_kind.h"
#include "ffn/kernels/double2.h"

namespace ffn {

namespace {

// `value` and `derivative` of one activation, with the parameters of ActivationFunction but the
// first. Each row of FFN_ACTIVATIONS has a specialization.
template <Activation kind, class Doubles>
struct Kernel;

// Vectors of floats with twice as many lanes.
template <class Doubles>
using PairOf = typename FloatsFor<Doubles>::Pair;

}  // namespace

}  // namespace ffn
