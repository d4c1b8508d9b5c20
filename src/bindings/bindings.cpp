// The Embind bindings of the core; every other file in this folder binds one class or topic.
// Bindings only convert values: they copy the arguments into WebAssembly memory, call the core and
// copy the result out. Every function returns { value } or { error } (bind.h); the package ffn-lab
// owns the objects, checks types and throws typed errors. Computations belong in the core.
//
// This file binds the random generator, the activations, and the base class of all networks.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ffn/ffn.h"
#include "network_handle.h"
#include "options.h"

namespace ffn::bindings {

FFN_FIELDS(ActivationCurveOf<float>, value, derivative);

struct RandnOptions {
  double scale = 1.0;
};

static void read_options(const val& options, RandnOptions& read) { FFN_READ(options, read, scale); }

EMSCRIPTEN_BINDINGS(ffn_lab) {
  bind("version", [] { return std::string_view(FFN_VERSION); });
  bind("eigen_products", [] { return backend() == Backend::kEigen; });
  bind("set_eigen_products",
       [](bool chosen) { set_backend(chosen ? Backend::kEigen : Backend::kTiles); });
  bind("make_random_state",
       [](double seed) { return std::make_shared<RandomState>(checked_seed(seed)); });
  BoundClass<RandomState>("RandomState")
      .function("randn", [](RandomState& rng, const val& dimensions, RandnOptions options) {
        const Shape shape = read_shape("shape", dimensions);
        std::vector<float> numbers(static_cast<std::size_t>(element_count("shape", shape)));
        fill_randn(rng, options.scale,
                   MatrixView(numbers.data(), 1, static_cast<Index>(numbers.size())));
        return write_tensor(numbers, shape);
      });
  bind("activation",
       [](Activation kind, std::vector<float> x) { return activation_curve(kind, x); });
}

// In JavaScript `rng` is null for a pass without dropout.
EMSCRIPTEN_BINDINGS(ffn_lab_network) {
  using Handle = AnyNetworkHandle;
  const BoundClass<Handle> bound("Network");
  FFN_PROPERTIES(bound, object, parameter_count, revision);
  bound.function("forward", [](const Handle& handle, Arg<"x"> x, RandomState* rng) {
    return handle.forward(x, rng);
  });
  bound.function("trace", [](Handle& handle, Arg<"x"> x, RandomState* rng, const val& into) {
    return handle.trace(std::move(x), rng, into);
  });
  bound.function("backward",
                 [](Handle& handle, Arg<"grad_output"> grad_output, bool traced, const val& into) {
                   return handle.backward(grad_output, traced, into);
                 });
  bound.function("weights",
                 [](const Handle& handle) { return write_parameters(handle.parameters()); });
  bound.function("weight", [](const Handle& handle, std::string name) {
    return write_parameter(handle.parameters(), name);
  });
  bound.function("set_weights",
                 [](Handle& handle, const val& tensors) { handle.set_weights(tensors); });
}

}  // namespace ffn::bindings
