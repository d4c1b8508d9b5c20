#include "ffn/core/check.h"

#include <utility>

namespace ffn {

std::string escape_nul(std::string text) {
  for (std::size_t at = text.find('\0'); at != std::string::npos; at = text.find('\0', at))
    text.replace(at, 1, "\\0");
  return text;
}

ArgumentError::ArgumentError(const Text& argument, const Text& value, const Text& expected)
    : ArgumentError(
          Texts{escape_nul(argument.str()), escape_nul(value.str()), escape_nul(expected.str())}) {}

ArgumentError::ArgumentError(Texts texts)
    : std::invalid_argument(
          Text({texts.argument, " is ", texts.value, "; expected ", texts.expected}).str()),
      texts_(std::move(texts)) {}

void reject(const Text& argument, const Text& value, const Text& expected) {
  throw ArgumentError(argument, value, expected);
}

}  // namespace ffn
