#pragma once
// Results of the analyses as JavaScript values: objects of numbers, Float64Array for what is computed in double, Int32Array
// for counts and indices, which no tensor is large enough to overflow.

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "ffn/analysis/difference.h"
#include "ffn/analysis/summary.h"
#include "tensor.h"

namespace ffn::bindings {

/// A JavaScript object under construction. What sets a property is compiled once and not into every caller, which halves the
/// size of the module.
class Object {
 public:
  /// Counts become numbers, exact below 2^53.
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

  operator val() const { return object_; }  // NOLINT(google-explicit-constructor): an Object is a val that is not finished

 private:
  void set_flag(const char* name, bool flag);
  void set_number(const char* name, double number);
  void set_value(const char* name, const val& value);

  val object_ = val::object();
};

/// An array of what `write` makes of each item.
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

/// { data: Float64Array, shape }
val write_double_tensor(const MatrixOf<double>& matrix, const Shape& shape);

Object write_summary(const Summary& summary);
Object write_difference(const Difference& difference);

/// A whole number of 0 or more; the core says more precisely what it may be.
std::int64_t read_whole(const val& options, const char* name);

/// A whole number that an index of this machine can hold.
Index checked_index(const char* argument, double value);
Index read_index(const val& options, const char* name);

/// A tensor (..., features) as (tokens, features). Throws ArgumentError for a tensor without dimensions.
ConstMatrixView rows_of(const char* argument, const Tensor& tensor);

}  // namespace ffn::bindings
