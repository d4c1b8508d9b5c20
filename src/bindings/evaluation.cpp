// Evaluates ranges of hidden units, for small calls and for a pool of workers. A worker of the pool
// has a PackedFeedForward, a network with packed weights only. Also counts the tokens of an input.
//
// The functions with addresses work on tensors in WebAssembly memory, which JavaScript reads and
// writes directly, so that calls pass only numbers: converting two tensors to JavaScript values
// takes longer than a pass of a small network. On any error these functions return false; the
// caller then uses the function that takes values and reports the error.

#include <cstdlib>
#include <exception>
#include <memory>

#include "ffn/kernels/backend.h"
#include "networks.h"

namespace ffn::bindings {

namespace {

struct PackedNetwork {
  std::shared_ptr<const PackedLayers> layers;
  Activation activation;
};

/// Throws std::bad_alloc.
PackedNetwork packed_network(const FeedForward& network) {
  return {network.packed(), network.activation()};
}

float* pointer_to(double address) {
  return reinterpret_cast<float*>(static_cast<std::size_t>(address));
}

MatrixView tensor_at(double address, double rows, Index columns) {
  return {pointer_to(address), static_cast<Index>(rows), columns};
}

// Returns the address of a new buffer of `floats` floats, or 0 if the allocation fails.
double allocate(double floats) {
  return static_cast<double>(
      reinterpret_cast<std::size_t>(std::malloc(static_cast<std::size_t>(floats) * sizeof(float))));
}

void release(double address) { std::free(pointer_to(address)); }

// Adds `part`, a partial output, to `sum`.
void add_at(double sum, double part, double floats) {
  const auto count = static_cast<Index>(floats);
  tensor_at(sum, 1, count) += tensor_at(part, 1, count);
}

// Computes the partial output of hidden units [first, first + count); x and output are addresses of
// (tokens, d_model).
bool packed_units_at(const PackedNetwork& packed, double x, double tokens, double first,
                     double count, double output) {
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

val partial_output(const PackedNetwork& packed, const Arg<"x">& x, double first, double count) {
  const ConstMatrixView rows = x.rows(packed.layers->d_model());
  Matrix output(rows.rows(), rows.cols());
  packed.layers->forward({rows,
                          view(output),
                          packed.activation,
                          {checked_index("first", first), checked_index("count", count)}});
  return write_matrix(output, x.shape);
}

}  // namespace

bool forward_units_at(const FeedForwardHandle& handle, double x, double tokens, double first,
                      double count, double output) {
  if (backend() == Backend::kEigen) return false;
  try {
    return packed_units_at(packed_network(handle.network()), x, tokens, first, count, output);
  } catch (const std::exception&) {  // std::bad_alloc of packing
    return false;
  }
}

EMSCRIPTEN_BINDINGS(ffn_lab_evaluation) {
  emscripten::function("allocate", &allocate);
  emscripten::function("release", &release);
  emscripten::function("add_at", &add_at);
  const BoundClass<PackedNetwork> bound("PackedFeedForward");
  bound.function("forward_units",
                 [](const PackedNetwork& packed, Arg<"x"> x, double first, double count) {
                   return partial_output(packed, x, first, count);
                 });
  bound.direct("forward_units_at", &packed_units_at);
  bind("pack_feed_forward", [](const val& weights, Activation activation) {
    FeedForwardOptions options;
    options.activation = activation;
    WeightReader reader(weights);
    return std::make_shared<PackedNetwork>(
        packed_network(FeedForward(read_feed_forward_layers(reader, ""), options)));
  });
  bind("forward_units",
       [](const FeedForwardHandle& handle, Arg<"x"> x, double first, double count) {
         return partial_output(packed_network(handle.network()), x, first, count);
       });
  // Returns the number of tokens of x, with the same errors as forward, without copying x.
  bind("token_count", [](const FeedForwardHandle& handle, const val& x) {
    return token_count("x", read_tensor_shape("x", x), handle.network().d_model());
  });
}

}  // namespace ffn::bindings
