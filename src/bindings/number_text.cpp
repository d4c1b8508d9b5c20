// Numbers as text and back by JavaScript, which has both: printf and strtod with their 128-bit arithmetic were a tenth of the module.
// The linker takes to_text from here before it looks into the library, and its --wrap sends calls of strtod and snprintf here.

#include <cmath>
#include <cstdarg>
#include <cstring>
#include <string>

#include "ffn/core/check.h"
#include "value.h"

namespace ffn {

namespace {

using bindings::val;

double number_of(const std::string& text) { return val(val::global("Number")(text)).as<double>(); }

// "-1.2500e-7" as printf's %g has it: -1.25e-07, and without an exponent from -4 to `digits` - 1.
std::string as_general(std::string text, int digits) {
  const auto mark = text.find('e');
  int exponent = 0;
  for (const char digit : text.substr(mark + 2)) exponent = 10 * exponent + (digit - '0');
  if (text[mark + 1] == '-') exponent = -exponent;
  text.resize(mark);
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
  return as_general(val(val(value).call<emscripten::val>("toExponential", digits - 1)).as<std::string>(), digits);
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

// The callers have made sure that all of the text is a decimal number, and ask for no end.
extern "C" double __wrap_strtod(const char* text, char** end) {  // NOLINT(bugprone-reserved-identifier): the linker's name
  const std::string all = text;
  if (end != nullptr) *end = const_cast<char*>(text) + all.size();
  return ffn::number_of(all);
}

// The two callers of printf's family that the libraries leave: the JSON lexer, for a control character in an error message, and Embind,
// for the address of a type that it does not know. Anything else shall not go unnoticed.

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

// What the C++ runtime says when it gives up, to a console that is not there: the default would bring all of printf.
extern "C" [[noreturn]] void __abort_message(const char* /*format*/, ...) {  // NOLINT(bugprone-reserved-identifier): libc++abi's name
  __builtin_trap();
}
