#pragma once
// Conversion of tensors, in JavaScript { data: Float32Array, shape: number[] }, with one bulk copy each way. A view into WebAssembly memory
// must not outlive the statement that creates it, because memory growth detaches it.

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/core/matrix.h"
#include "ffn/core/shape.h"
#include "value.h"

namespace ffn::bindings {

struct Tensor {
  std::vector<float> data;
  Shape shape;

  /// Returns a view with all leading dimensions flattened into rows. Throws ArgumentError unless the last dimension is `features`.
  ConstMatrixView rows(const char* argument, std::int64_t features) const {
    return {data.data(), static_cast<Index>(token_count(argument, shape, features)), static_cast<Index>(features)};
  }
};

/// Copies a Float32Array of `count` elements from JavaScript.
inline void copy_floats(const val& array, std::size_t count, float* to) {
  val(emscripten::typed_memory_view(count, to)).call<void>("set", array);
}

inline std::vector<float> read_floats(const val& array) {
  std::vector<float> data(array["length"].as<std::size_t>());
  copy_floats(array, data.size(), data.data());
  return data;
}

inline Shape read_shape(const char* argument, const val& dimensions) {
  Shape shape;
  const auto count = dimensions["length"].as<std::size_t>();
  for (std::size_t i = 0; i < count; ++i) {
    shape.push_back(checked_integer(argument, dimensions[i].as<double>(), 0, std::numeric_limits<std::int32_t>::max()));
  }
  return shape;
}

/// Reads the shape of a tensor without copying its data. Throws ArgumentError unless the number of elements matches the shape.
inline Shape read_tensor_shape(const char* argument, const val& tensor) {
  Shape shape = read_shape(argument, tensor["shape"]);
  const std::int64_t expected = element_count(argument, shape);
  const auto length = tensor["data"]["length"].as<double>();
  check(length == static_cast<double>(expected), argument, "data of " + std::to_string(static_cast<std::int64_t>(length)) + " elements",
        std::to_string(expected) + " for shape " + to_string(shape));
  return shape;
}

/// Copies a tensor from JavaScript. Throws ArgumentError as read_tensor_shape does.
inline Tensor read_tensor(const char* argument, const val& tensor) {
  Shape shape = read_tensor_shape(argument, tensor);
  return {read_floats(tensor["data"]), std::move(shape)};
}

inline val write_floats(std::span<const float> values) {
  return val::global("Float32Array").new_(emscripten::typed_memory_view(values.size(), values.data()));
}

inline val write_tensor(std::span<const float> values, const Shape& shape) {
  val dimensions = val::array();
  for (const std::int64_t dimension : shape) dimensions.push(static_cast<double>(dimension));
  val tensor = val::object();
  tensor.set("data", write_floats(values));
  tensor.set("shape", dimensions);
  return tensor;
}

inline val write_matrix(const Matrix& matrix, const Shape& shape) {
  return write_tensor({matrix.data(), static_cast<std::size_t>(matrix.size())}, shape);
}

inline val write_vector(const RowVector& vector) {
  return write_tensor({vector.data(), static_cast<std::size_t>(vector.size())}, {vector.size()});
}

}  // namespace ffn::bindings
