#pragma once
// Conversion of analysis results to JavaScript: objects of numbers, Float64Array for numbers computed in double, Int32Array for counts and
// indices, which fit in 32 bits because tensors have at most 2^28 elements.

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "ffn/analysis/difference.h"
#include "ffn/analysis/summary.h"
#include "tensor.h"

namespace ffn::bindings {

/// Builder of a JavaScript object. The functions that set a property are not inlined into every caller, which halves the size of the
/// module.
class Object {
 public:
  /// Sets a property. Integers are converted to double, exact up to 2^53.
  template <class Value>
  Object& set(const char* name, const Value& value) {
    if constexpr (std::is_same_v<Value, bool>) {
      set_flag(name, value);
    } else if constexpr (std::is_arithmetic_v<Value>) {
      set_number(name, static_cast<double>(value));
    } else if constexpr (std::is_same_v<Value, Object>) {
      set_value(name, value.object_);
    } else {
      set_value(name, value);
    }
    return *this;
  }

  operator val() const { return object_; }  // NOLINT(google-explicit-constructor): converts to the finished object

 private:
  void set_flag(const char* name, bool flag);
  void set_number(const char* name, double number);
  void set_value(const char* name, const val& value);

  val object_ = val::object();
};

/// Returns an array of write(item) for each item.
template <class Items, class Write>
val array_of(const Items& items, Write write) {
  val array = val::array();
  for (const auto& item : items) {
    const val written = write(item);
    array.push(written);
  }
  return array;
}

val write_doubles(std::span<const double> values);
val write_integers(std::span<const std::int64_t> values);
val write_shape(const Shape& shape);

/// Returns { data: Float64Array, shape }.
val write_double_tensor(const MatrixOf<double>& matrix, const Shape& shape);

Object write_summary(const Summary& summary);
Object write_difference(const Difference& difference);

/// Returns a view of a tensor (..., features) as (tokens, features). Throws ArgumentError for a tensor without dimensions.
ConstMatrixView rows_of(const char* argument, const Tensor& tensor);

}  // namespace ffn::bindings
