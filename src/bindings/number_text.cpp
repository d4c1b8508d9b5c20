// Conversion between numbers and text by calling JavaScript: printf and strtod of the C library,
// with their 128-bit arithmetic, would be a tenth of the module. These definitions take
// precedence over the library's, and the linker option --wrap redirects calls of strtod and
// snprintf to this file.

#include <cmath>
#include <cstdarg>
#include <cstring>
#include <string>

#include "ffn/core/text.h"
#include "value.h"

/// Defined in library.js.
extern "C" emscripten::EM_VAL number_text(double value);

namespace ffn {

using bindings::val;

double to_number(const std::string& decimal) {
  return val(val::global("Number")(decimal)).number();
}

std::string to_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  if (value == 0) return std::signbit(value) ? "-0" : "0";
  return val(val::take_ownership(number_text(value))).str();
}

}  // namespace ffn

// All callers pass text that is entirely a decimal number, and ignore `end`.
extern "C" double __wrap_strtod(
    const char* text, char** end) {  // NOLINT(bugprone-reserved-identifier): the linker's name
  const std::string all = text;
  if (end != nullptr) *end = const_cast<char*>(text) + all.size();
  return ffn::to_number(all);
}

// The remaining calls of the printf family in libraries: the JSON lexer, for a control character in
// an error message, and Embind, for the name of an unknown type, which is its address. Any other
// format string traps.

extern "C" int __wrap_snprintf(char* out, std::size_t size, const char* format,
                               ...) {  // NOLINT(bugprone-reserved-identifier)
  if (std::strcmp(format, "<U+%.4X>") != 0 || size <= std::strlen("<U+0000>")) __builtin_trap();
  std::va_list arguments;
  va_start(arguments, format);
  const auto code = va_arg(arguments, unsigned);
  va_end(arguments);
  std::strcpy(out, "<U+0000>");
  for (unsigned digit = 0; digit < 4; ++digit)
    out[6 - digit] = "0123456789ABCDEF"[code >> (4 * digit) & 15U];
  return static_cast<int>(std::strlen(out));
}

extern "C" int __wrap_siprintf(char* out, const char* format,
                               ...) {  // NOLINT(bugprone-reserved-identifier)
  if (std::strcmp(format, "%p") != 0) __builtin_trap();
  std::strcpy(out, "a type");
  return static_cast<int>(std::strlen(out));
}

// Replaces the abort message of the C++ runtime, whose default implementation would link all of
// printf.
extern "C" [[noreturn]] void __abort_message(
    const char* /*format*/, ...) {  // NOLINT(bugprone-reserved-identifier): libc++abi's name
  __builtin_trap();
}
