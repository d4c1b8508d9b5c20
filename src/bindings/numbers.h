#pragma once
// Numbers from JavaScript, which knows only doubles: whole, in range, or an ArgumentError.

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

/// A size of a layer: 1 to 2^24; what a product of sizes may be is checked where the product is made.
inline Index checked_size(const char* argument, double size) {
  return static_cast<Index>(checked_integer(argument, size, 1, std::int64_t{1} << 24));
}

/// d_ff, or its default where JavaScript left it out.
inline Index checked_d_ff(const val& d_ff, Index d_model) {
  return d_ff.isUndefined() ? kExpansion * d_model : checked_size("d_ff", d_ff.as<double>());
}

/// The activation that a string names.
inline Activation read_activation(const val& name) { return activation_named(name.as<std::string>()); }

/// The numbers of any array.
inline std::vector<double> read_doubles(const val& array) {
  std::vector<double> numbers(array["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(numbers.size(), numbers.data())).call<void>("set", array);
  return numbers;
}

/// A Float64Array or an Int32Array with copies of the numbers.
inline val write_numbers(std::span<const double> numbers) {
  return val::global("Float64Array").new_(emscripten::typed_memory_view(numbers.size(), numbers.data()));
}
inline val write_numbers(std::span<const std::int32_t> numbers) {
  return val::global("Int32Array").new_(emscripten::typed_memory_view(numbers.size(), numbers.data()));
}

}  // namespace ffn::bindings
