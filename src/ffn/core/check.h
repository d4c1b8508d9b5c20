#pragma once
// Argument checks: one exception type and one form of message ("NAME is VALUE; expected EXPECTED").
// C++ functions throw; the WebAssembly bindings catch the exception and return it as a value
// (bindings/bind.h).

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "ffn/core/compile_options.h"
#include "ffn/core/text.h"

namespace ffn {

/// Replaces each NUL character, which would end the text of an exception, by the two characters
/// `\0`.
std::string escape_nul(std::string text);

/// An invalid argument of a public function: the argument's name, its value, and the expected
/// value. A NUL in them is shown as `\0`.
class ArgumentError : public std::invalid_argument {
 public:
  ArgumentError(const Text& argument, const Text& value, const Text& expected);

  const std::string& argument() const { return texts_.argument; }
  const std::string& value() const { return texts_.value; }
  const std::string& expected() const { return texts_.expected; }

 private:
  struct Texts {
    std::string argument, value, expected;
  };
  explicit ArgumentError(Texts texts);

  Texts texts_;
};

/// Throws ArgumentError. A function, so that a check adds only a branch to its caller, not the code
/// that builds the exception.
[[noreturn]] void reject(const Text& argument, const Text& value, const Text& expected);

/// Throws ArgumentError unless `condition` is true.
inline void check(bool condition, const char* argument, const Text& value, const Text& expected) {
  if (!condition) reject(argument, value, expected);
}

/// Throws ArgumentError unless 0 <= index < size.
inline void check_index(const char* argument, std::int64_t index, std::int64_t size) {
  check(index >= 0 && index < size, argument, index, {"an integer from 0 to ", size - 1});
}

/// Converts a double, JavaScript's number type, to an integer in [lowest, highest]. Throws
/// ArgumentError for NaN, fractions and values out of range.
inline std::int64_t checked_integer(const char* argument, double value, std::int64_t lowest,
                                    std::int64_t highest) {
  const bool whole = std::isfinite(value) && std::floor(value) == value;
  const bool inside =
      whole && value >= static_cast<double>(lowest) && value <= static_cast<double>(highest);
  check(inside, argument, value, {"an integer from ", lowest, " to ", highest});
  return static_cast<std::int64_t>(value);
}

}  // namespace ffn
