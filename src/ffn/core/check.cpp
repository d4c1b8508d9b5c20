#include "ffn/core/check.h"

#include <cstdio>
#include <cstdlib>

namespace ffn {

// The WebAssembly module has its own in place of this one (bindings/number_text.cpp), which gives the same text.
std::string to_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.15g", value);
  if (std::strtod(text, nullptr) != value) std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

}  // namespace ffn
