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

// The one caller is the JSON lexer, for a control character in an error message; anything else shall not go unnoticed.
extern "C" int __wrap_snprintf(char* out, std::size_t size, const char* format, ...) {  // NOLINT(bugprone-reserved-identifier)
  if (std::strcmp(format, "<U+%.4X>") != 0 || size < 9) __builtin_trap();
  std::va_list arguments;
  va_start(arguments, format);
  const auto code = va_arg(arguments, unsigned);
  va_end(arguments);
  std::strcpy(out, "<U+0000>");
  for (unsigned digit = 0; digit < 4; ++digit) out[6 - digit] = "0123456789ABCDEF"[code >> (4 * digit) & 15U];
  return 8;
}

// What the C++ runtime says when it gives up, to a console that is not there: the default would bring all of printf.
extern "C" [[noreturn]] void __abort_message(const char* /*format*/, ...) {  // NOLINT(bugprone-reserved-identifier): libc++abi's name
  __builtin_trap();
}
