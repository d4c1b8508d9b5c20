#pragma once
// Argument checks: one exception type and one form of message ("NAME is VALUE; expected EXPECTED").
// C++ functions throw; the WebAssembly bindings catch the exception and return it as a value (bindings/bind.h).

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ffn {

/// Replaces each NUL character, which would end the text of an exception, by the two characters `\0`.
[[gnu::noinline]] inline std::string escape_nul(std::string text) {
  for (std::size_t at = text.find('\0'); at != std::string::npos; at = text.find('\0', at)) text.replace(at, 1, "\\0");
  return text;
}

/// An invalid argument of a public function: the argument's name, its value, and the expected value. A NUL in them is shown as `\0`.
class ArgumentError : public std::invalid_argument {
 public:
  ArgumentError(std::string argument, std::string value, std::string expected)
      : std::invalid_argument(escape_nul(argument + " is " + value + "; expected " + expected)),
        argument_(escape_nul(std::move(argument))),
        value_(escape_nul(std::move(value))),
        expected_(escape_nul(std::move(expected))) {}

  const std::string& argument() const { return argument_; }
  const std::string& value() const { return value_; }
  const std::string& expected() const { return expected_; }

 private:
  std::string argument_;
  std::string value_;
  std::string expected_;
};

/// Formats an integer for an error message.
inline std::string to_text(std::int64_t value) { return std::to_string(value); }

/// Formats a double for an error message: with 15 significant digits if they parse back to the same value, otherwise with 17.
std::string to_text(double value);

/// Throws ArgumentError for an integer value. Not inlined, so a check adds only a branch to its caller, not the code that builds messages.
[[noreturn, gnu::noinline]] inline void reject(const char* argument, std::int64_t value, std::string_view expected) {
  throw ArgumentError(argument, to_text(value), std::string(expected));
}

/// Throws ArgumentError for a double value.
[[noreturn, gnu::noinline]] inline void reject(const char* argument, double value, std::string_view expected) {
  throw ArgumentError(argument, to_text(value), std::string(expected));
}

/// Throws ArgumentError for a value that is already formatted as text.
[[noreturn, gnu::noinline]] inline void reject(const char* argument, std::string_view value, std::string_view expected) {
  throw ArgumentError(argument, std::string(value), std::string(expected));
}

/// Throws ArgumentError unless `condition` is true. `value` is a string, an integer or a double.
template <class Value>
void check(bool condition, const char* argument, const Value& value, std::string_view expected) {
  if (condition) return;
  if constexpr (std::is_integral_v<Value>) {
    reject(argument, static_cast<std::int64_t>(value), expected);
  } else if constexpr (std::is_floating_point_v<Value>) {
    reject(argument, static_cast<double>(value), expected);
  } else {
    reject(argument, std::string_view(value), expected);
  }
}

/// Throws ArgumentError unless 0 <= index < size.
inline void check_index(const char* argument, std::int64_t index, std::int64_t size) {
  check(index >= 0 && index < size, argument, index, "an integer from 0 to " + std::to_string(size - 1));
}

/// Converts a double, JavaScript's number type, to an integer in [lowest, highest]. Throws ArgumentError for NaN, fractions and values out
/// of range.
inline std::int64_t checked_integer(const char* argument, double value, std::int64_t lowest, std::int64_t highest) {
  const bool whole = std::isfinite(value) && std::floor(value) == value;
  const bool inside = whole && value >= static_cast<double>(lowest) && value <= static_cast<double>(highest);
  check(inside, argument, value, "an integer from " + std::to_string(lowest) + " to " + std::to_string(highest));
  return static_cast<std::int64_t>(value);
}

}  // namespace ffn
