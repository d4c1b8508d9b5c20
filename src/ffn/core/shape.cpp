#include "ffn/core/shape.h"

#include "ffn/core/check.h"

namespace ffn {

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::int64_t element_count(const char* argument, const Shape& shape) {
  const std::string limit = "at most " + std::to_string(kMaxElements) + " elements";
  check(static_cast<std::int64_t>(shape.size()) <= kMaxDimensions, argument, to_string(shape),
        "at most " + std::to_string(kMaxDimensions) + " dimensions");
  bool empty = false;
  for (const std::int64_t dimension : shape) {
    check(dimension >= 0, argument, to_string(shape), "dimensions of 0 or more");
    empty = empty || dimension == 0;
  }
  if (empty) return 0;
  std::int64_t count = 1;
  for (const std::int64_t dimension : shape) {
    check(dimension <= kMaxElements / count, argument, to_string(shape), limit);
    count *= dimension;
  }
  return count;
}

std::int64_t token_count(const char* argument, const Shape& shape, std::int64_t features) {
  const bool fits = !shape.empty() && shape.back() == features;
  check(fits, argument, "a tensor of shape " + to_string(shape), "a last dimension of " + std::to_string(features));
  const std::int64_t elements = element_count(argument, shape);
  return features == 0 ? element_count(argument, Shape(shape.begin(), shape.end() - 1)) : elements / features;
}

void check_shape(const char* argument, const Shape& shape, const Shape& expected) {
  if (shape != expected) throw ArgumentError(argument, to_string(shape), "shape " + to_string(expected));
}

}  // namespace ffn
