// Bindings for a pool of workers: the class PackedFeedForward, a network without its unpacked weights; the number of tokens of an input;
// and the partial output of a range of hidden units. Partial outputs are summed by add_at (evaluation.cpp).

#include <emscripten/bind.h>

#include <memory>
#include <string>

#include "evaluation.h"
#include "feed_forward.h"
#include "numbers.h"

namespace ffn::bindings {

namespace {

// Returns the number of tokens of x, with the same errors as forward, without copying x.
val token_count_of(const FeedForwardHandle& handle, const val& x) {
  return as_result([&] { return val(static_cast<double>(token_count("x", read_tensor_shape("x", x), handle.network().d_model()))); });
}

using ForwardUnitsAt = bool(const PackedNetwork&, double, double, double, double, double);

double d_ff_of(const PackedNetwork& packed) { return static_cast<double>(packed.layers->d_ff()); }

// Computes a partial output. Throws ArgumentError and std::bad_alloc.
val partial_output(const PackedNetwork& packed, const val& x, double first, double count) {
  const Tensor input = read_tensor("x", x);
  const ConstMatrixView rows = input.rows("x", packed.layers->d_model());
  Matrix output(rows.rows(), rows.cols());
  packed.layers->forward({rows, view(output), packed.activation, {checked_index("first", first), checked_index("count", count)}});
  return write_matrix(output, input.shape);
}

val forward_units(const PackedNetwork& packed, const val& x, double first, double count) {
  return as_result([&] { return partial_output(packed, x, first, count); });
}

val forward_units_of(const FeedForwardHandle& handle, const val& x, double first, double count) {
  return as_result([&] { return partial_output(packed_network(handle.network()), x, first, count); });
}

val pack_feed_forward(const val& weights, const val& activation) {
  return as_result([&] {
    FeedForwardOptions options;
    options.activation = read_activation(activation);
    WeightReader reader(weights);
    const FeedForward network(read_feed_forward_layers(reader, ""), options);
    return val(std::make_shared<PackedNetwork>(packed_network(network)));
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_feed_forward_units) {
  using namespace emscripten;
  class_<PackedNetwork>("PackedFeedForward")
      .smart_ptr<std::shared_ptr<PackedNetwork>>("PackedFeedForward")
      .property("d_ff", &d_ff_of)
      .function("forward_units", &forward_units)
      .function("forward_units_at", select_overload<ForwardUnitsAt>(&forward_units_at));
  function("pack_feed_forward", &pack_feed_forward);
  function("token_count", &token_count_of);
  function("forward_units", &forward_units_of);
}

}  // namespace ffn::bindings
