// The Embind bindings of the core; every other file in this folder binds one class or topic. Bindings only convert values: they copy the
// arguments into WebAssembly memory, call the core and copy the result out. Every function returns { value } or { error } (result.h); the
// package ffn-lab owns the objects, checks types and throws typed errors. Computations belong in the core.

#include <emscripten/bind.h>

#include <memory>
#include <string>
#include <vector>

#include "ffn/ffn.h"
#include "numbers.h"
#include "result.h"
#include "tensor.h"

namespace ffn::bindings {

namespace {

val version() { return val::u8string(FFN_VERSION); }

bool eigen_products() { return backend() == Backend::kEigen; }
void set_eigen_products(bool chosen) { set_backend(chosen ? Backend::kEigen : Backend::kTiles); }

val make_random_state(double seed) {
  return as_result([&] { return val(std::make_shared<RandomState>(checked_seed(seed))); });
}

val randn(RandomState& rng, const val& dimensions, double scale) {
  return as_result([&] {
    const Shape shape = read_shape("shape", dimensions);
    std::vector<float> numbers(static_cast<std::size_t>(element_count("shape", shape)));
    fill_randn(rng, scale, MatrixView(numbers.data(), 1, static_cast<Index>(numbers.size())));
    return write_tensor(numbers, shape);
  });
}

val evaluate_activation(const val& kind_name, const val& x) {
  return as_result([&] {
    const Activation kind = read_activation(kind_name);
    const std::vector<float> at = read_floats(x);
    std::vector<float> value(at.size());
    std::vector<float> derivative(at.size());
    for (std::size_t i = 0; i < at.size(); ++i) {
      value[i] = activation_value(kind, at[i]);
      derivative[i] = activation_derivative(kind, at[i]);
    }
    val curve = val::object();
    curve.set("value", write_floats(value));
    curve.set("derivative", write_floats(derivative));
    return curve;
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab) {
  using namespace emscripten;
  class_<RandomState>("RandomState").smart_ptr<std::shared_ptr<RandomState>>("RandomState").function("randn", &randn);
  function("version", &version);
  function("eigen_products", &eigen_products);
  function("set_eigen_products", &set_eigen_products);
  function("make_random_state", &make_random_state);
  function("activation", &evaluate_activation);
}

}  // namespace ffn::bindings
