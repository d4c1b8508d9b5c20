#pragma once
// The kernels of the activation functions as templates over the vector of doubles. Included only by
// the activation_kernel*.cpp files, each compiled for its own instruction set. As in tile_body.h
// everything has internal linkage, so that the linker cannot merge code of different instruction
// sets.

#include "ffn/kernels/activation_gelu.h"
#include "ffn/kernels/activation_kernel.h"
#include "ffn/kernels/activation_piecewise.h"
#include "ffn/kernels/activation_sigmoid.h"

namespace ffn {

namespace {

template <class Doubles>
void kernel_value(Activation kind, const float* x, float* y, std::size_t count) {
  with_activation(kind, [=]<Activation each>() { Kernel<each, Doubles>::value(x, y, count); });
}

template <class Doubles>
void kernel_derivative(Activation kind, const float* x, float* y, std::size_t count) {
  with_activation(kind, [=]<Activation each>() { Kernel<each, Doubles>::derivative(x, y, count); });
}

template <class Doubles>
constexpr ActivationKernelSet kActivationKernelSet = {&kernel_value<Doubles>,
                                                      &kernel_derivative<Doubles>};

}  // namespace

}  // namespace ffn
