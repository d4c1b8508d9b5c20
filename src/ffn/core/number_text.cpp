#include "ffn/core/text.h"

#include <cstdio>
#include <cstdlib>

namespace ffn {

// The WebAssembly module replaces this definition by bindings/number_text.cpp, which returns the
// same text.
std::string to_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.15g", value);
  if (std::strtod(text, nullptr) != value) std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

}  // namespace ffn
