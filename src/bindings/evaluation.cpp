// Forward passes on tensors in WebAssembly memory, which JavaScript reads and writes directly, so that calls pass only numbers: converting
// two tensors to JavaScript values takes longer than a pass of a small network. On any error these functions return false; the caller then
// uses the function that takes values and reports the error.

#include "evaluation.h"

#include <emscripten/bind.h>

#include <cstdlib>
#include <exception>

#include "ffn/kernels/backend.h"

namespace ffn::bindings {

namespace {

float* pointer_to(double address) { return reinterpret_cast<float*>(static_cast<std::size_t>(address)); }

MatrixView tensor_at(double address, double rows, Index columns) { return {pointer_to(address), static_cast<Index>(rows), columns}; }

// Returns the address of a new buffer of `floats` floats, or 0 if the allocation fails.
double allocate(double floats) {
  return static_cast<double>(reinterpret_cast<std::size_t>(std::malloc(static_cast<std::size_t>(floats) * sizeof(float))));
}

void release(double address) { std::free(pointer_to(address)); }

// Adds `part` to `sum`.
void add_at(double sum, double part, double floats) {
  const auto count = static_cast<Index>(floats);
  tensor_at(sum, 1, count) += tensor_at(part, 1, count);
}

}  // namespace

PackedNetwork packed_network(const FeedForward& network) { return {network.packed(), network.activation()}; }

bool forward_units_at(const PackedNetwork& packed, double x, double tokens, double first, double count, double output) {
  const Index d_model = packed.layers->d_model();
  try {
    packed.layers->forward({read_only(tensor_at(x, tokens, d_model)),
                            tensor_at(output, tokens, d_model),
                            packed.activation,
                            {static_cast<Index>(first), static_cast<Index>(count)}});
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

bool forward_units_at(const FeedForwardHandle& handle, double x, double tokens, double first, double count, double output) {
  if (backend() == Backend::kEigen) return false;
  try {
    return forward_units_at(packed_network(handle.network()), x, tokens, first, count, output);
  } catch (const std::exception&) {  // std::bad_alloc of packing
    return false;
  }
}

EMSCRIPTEN_BINDINGS(ffn_lab_evaluation) {
  using namespace emscripten;
  function("allocate", &allocate);
  function("release", &release);
  function("add_at", &add_at);
}

}  // namespace ffn::bindings
