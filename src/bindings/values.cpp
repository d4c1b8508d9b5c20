#include "values.h"

#include <string>

#include "ffn/core/check.h"

namespace ffn::bindings {

void Object::set_flag(const char* name, bool flag) { object_.set(name, flag); }
void Object::set_number(const char* name, double number) { object_.set(name, number); }
void Object::set_value(const char* name, const val& value) { object_.set(name, value); }

val write_doubles(std::span<const double> values) {
  return val::global("Float64Array").new_(emscripten::typed_memory_view(values.size(), values.data()));
}

val write_integers(std::span<const std::int64_t> values) {
  const std::vector<std::int32_t> narrow(values.begin(), values.end());
  return val::global("Int32Array").new_(emscripten::typed_memory_view(narrow.size(), narrow.data()));
}

val write_shape(const Shape& shape) {
  return array_of(shape, [](std::int64_t dimension) { return val(static_cast<double>(dimension)); });
}

val write_double_tensor(const MatrixOf<double>& matrix, const Shape& shape) {
  return Object().set("data", write_doubles(elements_of(matrix))).set("shape", write_shape(shape));
}

Object write_summary(const Summary& summary) {
  return Object()
      .set("count", summary.count)
      .set("mean", summary.mean)
      .set("standard_deviation", summary.standard_deviation)
      .set("minimum", summary.minimum)
      .set("maximum", summary.maximum)
      .set("negative_share", summary.negative_share)
      .set("non_finite_count", summary.non_finite_count)
      .set("largest_finite_magnitude", summary.largest_finite_magnitude);
}

Object write_difference(const Difference& difference) {
  return Object()
      .set("count", difference.count)
      .set("differing", difference.differing)
      .set("largest", difference.largest)
      .set("at", difference.at)
      .set("mean", difference.mean)
      .set("relative", difference.relative);
}

ConstMatrixView rows_of(const char* argument, const Tensor& tensor) {
  check(!tensor.shape.empty(), argument, "a tensor of shape ()", "one dimension or more");
  return tensor.rows(argument, tensor.shape.back());
}

}  // namespace ffn::bindings
