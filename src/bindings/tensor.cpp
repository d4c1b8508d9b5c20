#include "tensor.h"

namespace ffn::bindings {

ConstMatrixView Tensor::rows(std::int64_t features) const {
  return {data.data(), static_cast<Index>(token_count(argument.c_str(), shape, features)),
          static_cast<Index>(features)};
}

ConstMatrixView Tensor::rows() const {
  check(!shape.empty(), argument.c_str(), {"a tensor of shape ", shape}, "one dimension or more");
  return rows(shape.back());
}

ConstMatrixView Tensor::matrix() const {
  check(shape.size() == 2, argument.c_str(), {"a tensor of shape ", shape}, "two dimensions");
  return rows(shape[1]);
}

Shape read_shape(const char* argument, const val& dimensions) {
  Shape shape;
  const std::size_t count = dimensions.length();
  for (std::size_t i = 0; i < count; ++i)
    shape.push_back(checked_index(argument, dimensions[i].number()));
  return shape;
}

Shape read_tensor_shape(const char* argument, const val& tensor) {
  Shape shape = read_shape(argument, tensor["shape"]);
  const std::int64_t expected = element_count(argument, shape);
  const auto length = static_cast<double>(tensor["data"].length());
  check(length == static_cast<double>(expected), argument,
        {"data of ", static_cast<std::int64_t>(length), " elements"},
        {expected, " for shape ", shape});
  return shape;
}

Tensor read_tensor(const char* argument, const val& tensor) {
  Shape shape = read_tensor_shape(argument, tensor);
  return {argument, read_numbers<float>(tensor["data"]), std::move(shape)};
}

val write_shape(const Shape& shape) {
  return array_of(shape, [](std::int64_t dimension) { return static_cast<double>(dimension); });
}

val tensor_on(const val& array, const Shape& shape) {
  val tensor = val::object();
  tensor.set("data", array).set("shape", write_shape(shape));
  return tensor;  // moved, whereas the result of `set` would be copied
}

val write_tensor(std::span<const float> values, const Shape& shape) {
  return tensor_on(write_numbers(values), shape);
}
val write_tensor(std::span<const double> values, const Shape& shape) {
  return tensor_on(write_numbers(values), shape);
}

}  // namespace ffn::bindings
