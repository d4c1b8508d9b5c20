// Forward passes on tensors in WebAssembly memory, which JavaScript reads and writes directly, so that calls pass only numbers: converting
// two tensors to JavaScript values takes longer than a pass of a small network. On any error these functions return false; the caller then
// uses the function that takes values and reports the error.

#include "evaluation.h"

#include <emscripten/bind.h>

#include <cstdlib>
#include <exception>

#include "ffn/kernels/backend.h"
#include "ffn/nn/feed_forward_units.h"

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
  add_part<float>(read_only(tensor_at(part, 1, count)), tensor_at(sum, 1, count));
}

}  // namespace

bool forward_units_at(const PackedFeedForward& packed, double x, double tokens, double first, double count, double output) {
  const Index d_model = packed.d_model();
  try {
    packed.forward_units(read_only(tensor_at(x, tokens, d_model)), static_cast<Index>(first), static_cast<Index>(count),
                         tensor_at(output, tokens, d_model));
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

bool forward_units_at(const FeedForwardHandle& handle, double x, double tokens, double first, double count, double output) {
  if (backend() == Backend::kEigen) return false;
  try {
    return forward_units_at(handle.prepared(), x, tokens, first, count, output);
  } catch (const std::exception&) {  // std::bad_alloc for the prepared copy
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
