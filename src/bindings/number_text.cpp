// Conversion between numbers and text by calling JavaScript: printf and strtod of the C library, with their 128-bit arithmetic, would be a
// tenth of the module. This definition of to_text takes precedence over that of the library, and the linker option --wrap redirects calls
// of strtod and snprintf to this file.

#include <cmath>
#include <cstdarg>
#include <cstring>
#include <string>

#include "ffn/core/text.h"
#include "value.h"

namespace ffn {

namespace {

using bindings::val;

double number_of(const std::string& text) { return val(val::global("Number")(text)).number(); }

// Converts the result of toExponential, such as "-1.2500e-7", to the format of printf's %g, "-1.25e-07"; exponents from -4 to `digits` - 1
// give a number without exponent.
std::string as_general(std::string text, int digits) {
  const auto e = text.find('e');
  int exponent = 0;
  for (const char digit : text.substr(e + 2)) exponent = 10 * exponent + (digit - '0');
  if (text[e + 1] == '-') exponent = -exponent;
  text.resize(e);
  const bool plain = exponent >= -4 && exponent < digits;
  const std::string sign = text.front() == '-' ? "-" : "";
  std::string number = text.substr(sign.size(), 1) + text.substr(sign.size() + 2);
  const auto whole = static_cast<std::size_t>(plain && exponent > 0 ? exponent + 1 : 1);
  if (plain && exponent < 0) number.insert(0, static_cast<std::size_t>(-exponent), '0');
  std::string fraction = number.substr(whole);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  text = sign + number.substr(0, whole) + (fraction.empty() ? "" : "." + fraction);
  if (plain) return text;
  const std::string size = std::to_string(std::abs(exponent));
  return text + (exponent < 0 ? "e-" : "e+") + (size.size() < 2 ? "0" : "") + size;
}

std::string in_digits(double value, int digits) {
  return as_general(val(val(value).call<emscripten::val>("toExponential", digits - 1)).str(), digits);
}

}  // namespace

std::string to_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  if (value == 0) return std::signbit(value) ? "-0" : "0";
  std::string text = in_digits(value, 15);
  return number_of(text) == value ? text : in_digits(value, 17);
}

}  // namespace ffn

// All callers pass text that is entirely a decimal number, and ignore `end`.
extern "C" double __wrap_strtod(const char* text, char** end) {  // NOLINT(bugprone-reserved-identifier): the linker's name
  const std::string all = text;
  if (end != nullptr) *end = const_cast<char*>(text) + all.size();
  return ffn::number_of(all);
}

// The remaining calls of the printf family in libraries: the JSON lexer, for a control character in an error message, and Embind, for the
// address of an unknown type. Any other format string traps.

namespace {

int print_hexadecimal(char* out, const char* before, unsigned number, int digits, const char* after) {
  std::string text = before;
  for (int at = digits - 1; at >= 0; --at) text += "0123456789ABCDEF"[number >> (4 * at) & 15U];
  text += after;
  std::strcpy(out, text.c_str());
  return static_cast<int>(text.size());
}

unsigned only_argument(bool expected, std::va_list arguments) {
  if (!expected) __builtin_trap();
  return va_arg(arguments, unsigned);
}

}  // namespace

extern "C" int __wrap_snprintf(char* out, std::size_t size, const char* format, ...) {  // NOLINT(bugprone-reserved-identifier)
  std::va_list arguments;
  va_start(arguments, format);
  const unsigned code = only_argument(std::strcmp(format, "<U+%.4X>") == 0 && size > std::strlen("<U+0000>"), arguments);
  va_end(arguments);
  return print_hexadecimal(out, "<U+", code, 4, ">");
}

extern "C" int __wrap_siprintf(char* out, const char* format, ...) {  // NOLINT(bugprone-reserved-identifier)
  std::va_list arguments;
  va_start(arguments, format);
  const unsigned address = only_argument(std::strcmp(format, "%p") == 0, arguments);
  va_end(arguments);
  return print_hexadecimal(out, "0x", address, 8, "");
}

// Replaces the abort message of the C++ runtime, whose default implementation would link all of printf.
extern "C" [[noreturn]] void __abort_message(const char* /*format*/, ...) {  // NOLINT(bugprone-reserved-identifier): libc++abi's name
  __builtin_trap();
}
