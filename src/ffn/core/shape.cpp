#include "ffn/core/shape.h"

#include "ffn/core/check.h"

namespace ffn {

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::int64_t element_count(const char* argument, const Shape& shape) {
  check(static_cast<std::int64_t>(shape.size()) <= kMaxDimensions, argument, shape,
        {"at most ", kMaxDimensions, " dimensions"});
  bool empty = false;
  for (const std::int64_t dimension : shape) {
    check(dimension >= 0, argument, shape, "dimensions of 0 or more");
    empty = empty || dimension == 0;
  }
  if (empty) return 0;
  std::int64_t count = 1;
  for (const std::int64_t dimension : shape) {
    check(dimension <= kMaxElements / count, argument, shape,
          {"at most ", kMaxElements, " elements"});
    count *= dimension;
  }
  return count;
}

std::int64_t token_count(const char* argument, const Shape& shape, std::int64_t features) {
  const bool fits = !shape.empty() && shape.back() == features;
  check(fits, argument, {"a tensor of shape ", shape}, {"a last dimension of ", features});
  const std::int64_t elements = element_count(argument, shape);
  return features == 0 ? element_count(argument, Shape(shape.begin(), shape.end() - 1))
                       : elements / features;
}

void check_shape(const char* argument, const Shape& shape, const Shape& expected) {
  if (shape != expected) reject(argument, shape, {"shape ", expected});
}

}  // namespace ffn
