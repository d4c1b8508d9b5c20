#include <charconv>
#include <clocale>
#include <cstdlib>

#include "ffn/core/text.h"
#if defined(__APPLE__)
#include <xlocale.h>
#endif

namespace ffn {

namespace {

// strtod in the locale "C", by functions of POSIX or Windows. Not std::from_chars, which libc++
// lacks before LLVM 20.
double parse(const char* text) {
#if defined(__wasm__)  // has no other locale
  return std::strtod(text, nullptr);
#elif defined(_WIN32)
  static const _locale_t c_locale = _create_locale(LC_ALL, "C");
  return _strtod_l(text, nullptr, c_locale);
#else
  static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", locale_t{});
  return strtod_l(text, nullptr, c_locale);
#endif
}

std::string with_digits(double value, int digits) {
  char text[32];
  const std::to_chars_result end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits);
  return {text, end.ptr};
}

}  // namespace

// The WebAssembly module replaces these definitions by bindings/number_text.cpp, which return the
// same.
std::string to_text(double value) {
  const std::string text = with_digits(value, 15);
  return parse(text.c_str()) == value ? text : with_digits(value, 17);
}

double to_number(const std::string& decimal) { return parse(decimal.c_str()); }

}  // namespace ffn
