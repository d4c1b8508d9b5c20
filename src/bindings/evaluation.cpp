// Forward passes whose tensors lie in memory that JavaScript writes and reads itself, so that only numbers cross the edge: making values
// of two tensors takes longer than a small network does. Whatever is wrong is answered by "no", and the way by values says what it was.

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

// The address of so many floats, 0 when there is no room for them.
double allocate(double floats) {
  return static_cast<double>(reinterpret_cast<std::size_t>(std::malloc(static_cast<std::size_t>(floats) * sizeof(float))));
}

void release(double address) { std::free(pointer_to(address)); }

// sum += part
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
  } catch (const std::exception&) {  // no memory for the prepared copy
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
