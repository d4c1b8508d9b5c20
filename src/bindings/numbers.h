#pragma once
// Range-checked conversion of JavaScript numbers (doubles) to integers. Throws ArgumentError for fractions and values out of range.

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/core/matrix.h"
#include "ffn/nn/feed_forward.h"
#include "value.h"

namespace ffn::bindings {

inline std::uint32_t checked_seed(double seed) {
  return static_cast<std::uint32_t>(checked_integer("seed", seed, 0, std::numeric_limits<std::uint32_t>::max()));
}

/// Returns a layer size from 1 to 2^24. The core checks products of sizes.
inline Index checked_size(const char* argument, double size) {
  return static_cast<Index>(checked_integer(argument, size, 1, std::int64_t{1} << 24));
}

/// Returns an index or a number of items from 0 to the largest 32-bit integer. The core checks its range.
inline Index checked_index(const char* argument, double value) {
  return static_cast<Index>(checked_integer(argument, value, 0, std::numeric_limits<std::int32_t>::max()));
}

/// Returns the activation with that name.
inline Activation read_activation(const val& name) { return activation_named(name.as<std::string>()); }

/// Reads the numbers of an array or typed array.
inline std::vector<double> read_doubles(const val& array) {
  std::vector<double> numbers(array["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(numbers.size(), numbers.data())).call<void>("set", array);
  return numbers;
}

/// Writes a Float64Array or an Int32Array with a copy of the numbers.
inline val write_numbers(std::span<const double> numbers) {
  return val::global("Float64Array").new_(emscripten::typed_memory_view(numbers.size(), numbers.data()));
}
inline val write_numbers(std::span<const std::int32_t> numbers) {
  return val::global("Int32Array").new_(emscripten::typed_memory_view(numbers.size(), numbers.data()));
}

}  // namespace ffn::bindings
