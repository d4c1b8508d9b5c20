// The class Network of the WebAssembly module, the base class of all networks.

#include "network_handle.h"

#include <string>
#include <utility>

namespace ffn::bindings {

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
