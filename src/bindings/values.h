#pragma once
// Conversions between C++ and JavaScript. In JavaScript a tensor is { data: Float32Array, shape:
// number[] }; numbers computed in double are a Float64Array; counts and indices are an Int32Array,
// which suffices because tensors have at most 2^28 elements. Arrays are copied in bulk, once. A
// view into WebAssembly memory must not outlive the statement that creates it, because memory
// growth detaches it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ffn/analysis/difference.h"
#include "ffn/analysis/summary.h"
#include "ffn/core/check.h"
#include "ffn/core/matrix.h"
#include "ffn/core/names.h"
#include "ffn/core/shape.h"
#include "ffn/train/non_finite.h"
#include "value.h"

// FFN_EACH(macro, a, x, y, ...) expands to macro(a, x) macro(a, y) ..., for at most 20 names.
#define FFN_EXPAND(...) FFN_EXPAND_4(FFN_EXPAND_4(FFN_EXPAND_4(FFN_EXPAND_4(__VA_ARGS__))))
#define FFN_EXPAND_4(...) FFN_EXPAND_1(FFN_EXPAND_1(FFN_EXPAND_1(FFN_EXPAND_1(__VA_ARGS__))))
#define FFN_EXPAND_1(...) __VA_ARGS__
#define FFN_PARENTHESES ()
#define FFN_NEXT() FFN_STEP
#define FFN_STEP(macro, a, first, ...) \
  macro(a, first) __VA_OPT__(FFN_NEXT FFN_PARENTHESES(macro, a, __VA_ARGS__))
#define FFN_EACH(...) FFN_EXPAND(FFN_STEP(__VA_ARGS__))

/// Sets properties of `object` to the fields of `from` that have their names, and returns it:
/// FFN_SET(object, from, mean, minimum).
#define FFN_SET(object, from, ...) (object) FFN_EACH(FFN_SET_FIELD, from, __VA_ARGS__)
#define FFN_SET_FIELD(from, field) .set(#field, (from).field)

/// Defines the conversion of a struct to an object with these fields: FFN_FIELDS(Range, low, high).
/// Not in an unnamed namespace, where to_value would not find it; the same holds for overloads of
/// write_fields and read_options.
#define FFN_FIELDS(type, ...)                                                \
  [[maybe_unused]] static void write_fields(val& object, const type& from) { \
    FFN_SET(object, from, __VA_ARGS__);                                      \
  }

namespace ffn::bindings {

using Bytes = std::vector<std::uint8_t>;

inline std::span<const std::byte> span_of(const Bytes& bytes) {
  return std::as_bytes(std::span(bytes));
}

inline std::uint32_t checked_seed(double seed) {
  return static_cast<std::uint32_t>(
      checked_integer("seed", seed, 0, std::numeric_limits<std::uint32_t>::max()));
}

/// Returns a layer size from 1 to 2^24. The core checks products of sizes.
inline Index checked_size(const char* argument, double size) {
  return static_cast<Index>(checked_integer(argument, size, 1, std::int64_t{1} << 24));
}

/// Returns an index or a number of items from 0 to the largest 32-bit integer. The core checks its
/// range.
inline Index checked_index(const char* argument, double value) {
  return static_cast<Index>(
      checked_integer(argument, value, 0, std::numeric_limits<std::int32_t>::max()));
}

/// Copies `count` numbers of an array or typed array from JavaScript.
template <class Number>
void copy_numbers(const val& array, std::size_t count, Number* to) {
  val(emscripten::typed_memory_view(count, to)).template call<void>("set", array);
}

template <class Number>
std::vector<Number> read_numbers(const val& array) {
  std::vector<Number> numbers(array.length());
  copy_numbers(array, numbers.size(), numbers.data());
  return numbers;
}

/// Reads integers from `lowest` to the largest of 32 bits. Throws ArgumentError, naming `argument`,
/// for any other number.
std::vector<std::int32_t> read_integers(const char* argument, const val& list,
                                        std::int32_t lowest = 0);

/// Write a typed array with a copy of the numbers; 64-bit integers as an Int32Array.
val write_numbers(std::span<const float> numbers);
val write_numbers(std::span<const double> numbers);
val write_numbers(std::span<const std::int32_t> numbers);
val write_numbers(std::span<const std::int64_t> numbers);
val write_numbers(std::span<const std::byte> bytes);

/// A tensor from JavaScript; `argument` is its name in errors.
struct Tensor {
  std::string argument;
  std::vector<float> data;
  Shape shape;

  /// Returns a view with all leading dimensions flattened into rows. Throws ArgumentError unless
  /// the last dimension is `features`.
  ConstMatrixView rows(std::int64_t features) const;

  /// Returns such a view for any last dimension. Throws ArgumentError for a tensor without
  /// dimensions.
  ConstMatrixView rows() const;

  /// Returns all elements as one row.
  ConstMatrixView elements() const { return {data.data(), 1, static_cast<Index>(data.size())}; }

  /// Returns a matrix. Throws ArgumentError for another number of dimensions.
  ConstMatrixView matrix() const;

  void check_shape(const Shape& expected) const {
    ffn::check_shape(argument.c_str(), shape, expected);
  }
};

Shape read_shape(const char* argument, const val& dimensions);

/// Returns `shape` with its last dimension replaced by `last`.
inline Shape with_last(Shape shape, Index last) {
  shape.back() = last;
  return shape;
}

/// Reads the shape of a tensor without copying its data. Throws ArgumentError unless the number of
/// elements matches the shape.
Shape read_tensor_shape(const char* argument, const val& tensor);

/// Copies a tensor from JavaScript. Throws ArgumentError as read_tensor_shape does.
Tensor read_tensor(const char* argument, const val& tensor);

/// A string literal as a template argument.
template <std::size_t size>
struct Literal {
  char text[size];
  consteval Literal(const char (&literal)[size]) {
    std::copy_n(literal, size, text);
  }  // NOLINT(google-explicit-constructor)
};

/// The tensor argument `name` of a bound function (bind.h).
template <Literal name>
struct Arg : Tensor {
  explicit Arg(const val& tensor) : Tensor(read_tensor(name.text, tensor)) {}
};

val write_shape(const Shape& shape);

/// Returns a tensor on an array of JavaScript.
val tensor_on(const val& array, const Shape& shape);
val write_tensor(std::span<const float> values, const Shape& shape);
val write_tensor(std::span<const double> values, const Shape& shape);

/// Returns a tensor with the elements of a matrix or row vector.
template <class M>
val write_matrix(const M& matrix, const Shape& shape) {
  return write_tensor(elements_of(matrix), shape);
}

/// Returns a tensor of rows, with the leading dimensions of `shape`.
template <class M>
val write_rows(const M& matrix, const Shape& shape) {
  return write_matrix(matrix, with_last(shape, matrix.cols()));
}

/// Returns an array of write(item) for each item.
template <class Items, class Write>
val array_of(const Items& items, Write write) {
  val array = val::array();
  for (const auto& item : items) array.push(write(item));
  return array;
}

/// Converts a number, text, enumerator, object of a bound class, matrix, vector of numbers, list of
/// such values, or struct with FFN_FIELDS. Integers are exact up to 2^53; an empty std::optional is
/// undefined. A Shape would become an Int32Array: shapes are written by write_shape.
template <class T>
val to_value(const T& item) {
  if constexpr (std::is_convertible_v<T, val>) {
    return item;
  } else if constexpr (std::is_arithmetic_v<T>) {
    return val(std::conditional_t<std::is_same_v<T, bool>, bool, double>(item));
  } else if constexpr (std::is_convertible_v<T, std::string_view>) {
    return val::text(std::string(item));
  } else if constexpr (std::is_enum_v<T>) {
    return to_value(name_of(item));
  } else if constexpr (requires { item.has_value(); }) {
    return item ? to_value(*item) : val::undefined();
  } else if constexpr (requires {
                         typename T::element_type;
                         requires !std::ranges::range<T>;
                       }) {
    return val(item);
  } else if constexpr (requires { item.cols(); }) {
    return write_matrix(item,
                        T::RowsAtCompileTime == 1 ? Shape{item.size()} : Shape(shape_of(item)));
  } else if constexpr (requires { write_numbers(item); }) {
    return write_numbers(item);
  } else if constexpr (std::ranges::range<T>) {
    return array_of(item, [](const auto& element) { return to_value(element); });
  } else {
    val object = val::object();
    write_fields(object, item);
    return object;
  }
}

template <class T>
Value& Value::set(const char* name, const T& item) {
  if constexpr (std::is_same_v<T, bool>) {
    set_flag(name, item);
  } else if constexpr (std::is_arithmetic_v<T>) {
    set_number(name, static_cast<double>(item));
  } else if constexpr (requires { item.has_value(); }) {
    if (item) set(name, *item);
  } else if constexpr (requires { item.cols(); }) {
    if (item.size() > 0 || T::RowsAtCompileTime != 1) set_value(name, to_value(item));
  } else if constexpr (std::is_same_v<T, Value>) {
    set_value(name, item);
  } else {
    set_value(name, to_value(item));
  }
  return *this;
}

template <class T>
inline constexpr bool is_vector = false;
template <class Item>
inline constexpr bool is_vector<std::vector<Item>> = true;

/// Reads an enumerator, a flag, a number, text, a tensor, a list of such values, or options of a
/// type that has an overload of read_options (options.h). A std::optional may be undefined, and so
/// may a list of enumerators, texts or options. Sizes are from 1 to 2^24, indices in a list 0 or
/// more, seeds from 0 to 2^32 - 1, other integers from 0 to 2^53. Throws ArgumentError for a number
/// out of range, naming `name`, and for an unknown enumerator, naming its type's argument
/// (core/names.h). The core checks products of sizes.
template <class T>
T from_value(const val& value, [[maybe_unused]] const char* name = "") {
  if constexpr (std::is_enum_v<T>) {
    return ffn::named<T>(value.str());
  } else if constexpr (std::is_same_v<T, std::string>) {
    return value.str();
  } else if constexpr (std::is_same_v<T, bool>) {
    return value.flag();
  } else if constexpr (std::is_same_v<T, double>) {
    return value.number();
  } else if constexpr (std::is_same_v<T, std::uint32_t>) {
    return checked_seed(value.number());
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    return checked_integer(name, value.number(), 0, std::int64_t{1} << 53);
  } else if constexpr (std::is_same_v<T, Index>) {
    return checked_size(name, value.number());
  } else if constexpr (requires(T optional) { optional.has_value(); }) {
    return value.isUndefined() ? T() : from_value<typename T::value_type>(value, name);
  } else if constexpr (std::is_same_v<T, std::vector<double>> ||
                       std::is_same_v<T, std::vector<float>> || std::is_same_v<T, Bytes>) {
    return read_numbers<typename T::value_type>(value);
  } else if constexpr (std::is_same_v<T, std::vector<Index>>) {
    T indices;
    for (const double index : read_numbers<double>(value))
      indices.push_back(checked_index(name, index));
    return indices;
  } else if constexpr (is_vector<T>) {
    T items;
    const std::size_t count = value.isUndefined() ? 0 : value.length();
    for (std::size_t i = 0; i < count; ++i)
      items.push_back(from_value<typename T::value_type>(value[i]));
    return items;
  } else if constexpr (std::is_constructible_v<T, const val&>) {
    return T(value);
  } else {
    T read;
    read_options(value, read);
    return read;
  }
}

FFN_FIELDS(Summary, count, mean, standard_deviation, minimum, maximum, negative_share,
           non_finite_count, largest_finite_magnitude);
FFN_FIELDS(NonFinite, tensor, step, index, value);
FFN_FIELDS(Difference, count, differing, largest, at, mean, relative);

}  // namespace ffn::bindings
