#pragma once
// Conversions of numbers and arrays of numbers. Numbers computed in double are a Float64Array;
// counts and indices are an Int32Array, which suffices because tensors have at most 2^28 elements.
// Arrays are copied in bulk, once. A view into WebAssembly memory must not outlive the statement
// that creates it, because memory growth detaches it.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ranges>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "conversion.h"
#include "ffn/core/check.h"
#include "ffn/core/matrix.h"

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

/// Read a flag, a number, a seed, an integer from 0 to 2^53, and a size.
inline void read_number(const val& value, const char* /*name*/, bool& flag) { flag = value.flag(); }
inline void read_number(const val& value, const char* /*name*/, double& number) {
  number = value.number();
}
inline void read_number(const val& value, const char* /*name*/, std::uint32_t& seed) {
  seed = checked_seed(value.number());
}
inline void read_number(const val& value, const char* name, std::int64_t& integer) {
  integer = checked_integer(name, value.number(), 0, std::int64_t{1} << 53);
}
inline void read_number(const val& value, const char* name, Index& size) {
  size = checked_size(name, value.number());
}

/// A number or a flag; integers are exact up to 2^53.
template <class T>
requires std::is_arithmetic_v<T>
struct Conversion<T> {
  static T read(const val& value, const char* name) {
    T number;
    read_number(value, name, number);
    return number;
  }

  static val write(T item) {
    return val(std::conditional_t<std::is_same_v<T, bool>, bool, double>(item));
  }
};

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

template <class T>
concept MatrixLike = requires(const T& matrix) {
  matrix.cols();
};

/// A list that is neither a text nor a matrix.
template <class T>
concept List = std::ranges::range<T> && !std::convertible_to<T, std::string_view> && !MatrixLike<T>;

template <class T>
concept NumberList = List<T> && requires(const T& numbers) {
  write_numbers(numbers);
};

/// A list of numbers, which is a typed array in JavaScript. A Shape would become an Int32Array:
/// shapes are written by write_shape (tensor.h).
template <NumberList T>
struct Conversion<T> {
  static T read(const val& value,
                const char* /*name*/) requires std::floating_point<typename T::value_type> {
    return read_numbers<typename T::value_type>(value);
  }

  static val write(const T& numbers) { return write_numbers(numbers); }
};

template <>
struct Conversion<Bytes> {
  static Bytes read(const val& value, const char* /*name*/) {
    return read_numbers<std::uint8_t>(value);
  }
};

/// Indices, 0 or more.
template <>
struct Conversion<std::vector<Index>> {
  static std::vector<Index> read(const val& value, const char* name) {
    std::vector<Index> indices;
    for (const double index : read_numbers<double>(value))
      indices.push_back(checked_index(name, index));
    return indices;
  }

  static val write(const std::vector<Index>& indices) {
    return array_of(indices, [](Index index) { return to_value(index); });
  }
};

}  // namespace ffn::bindings
