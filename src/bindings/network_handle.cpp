// The base class Network of the WebAssembly module. In JavaScript `rng` is null for a pass without dropout.

#include "network_handle.h"

#include <string>

namespace ffn::bindings {

namespace {

val forward(const AnyNetworkHandle& handle, const val& x, RandomState* rng) {
  return as_result([&] { return handle.forward(read_tensor("x", x), rng); });
}

val trace(AnyNetworkHandle& handle, const val& x, RandomState* rng) {
  return as_result([&] { return handle.trace(read_tensor("x", x), rng); });
}

val backward(const AnyNetworkHandle& handle, const val& grad_output) {
  return as_result([&] { return handle.backward(read_tensor("grad_output", grad_output)); });
}

val weights(const AnyNetworkHandle& handle) {
  return as_result([&] { return handle.weights(); });
}

val weight(const AnyNetworkHandle& handle, const val& name) {
  return as_result([&] { return handle.weight(name.as<std::string>()); });
}

val set_weights(AnyNetworkHandle& handle, const val& tensors) {
  return as_result([&] {
    handle.set_weights(tensors);
    return val::undefined();
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_network) {
  using namespace emscripten;
  class_<AnyNetworkHandle>("Network")
      .property("parameter_count", &AnyNetworkHandle::parameter_count)
      .property("revision", &AnyNetworkHandle::revision)
      .function("forward", &forward, allow_raw_pointers())
      .function("trace", &trace, allow_raw_pointers())
      .function("backward", &backward)
      .function("weights", &weights)
      .function("weight", &weight)
      .function("set_weights", &set_weights);
}

}  // namespace ffn::bindings
