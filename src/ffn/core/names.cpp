#include "ffn/core/names.h"

#include <algorithm>
#include <string>

#include "ffn/core/check.h"

namespace ffn {

std::size_t index_of_name(const char* argument, std::span<const std::string_view> names,
                          std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  std::string known;
  for (std::size_t i = 0; i < names.size(); ++i) {
    known.append(i == 0                 ? ""
                 : i + 1 < names.size() ? ", "
                                        : " or ")
        .append("\"")
        .append(names[i])
        .append("\"");
  }
  reject(argument, {"\"", name, "\""}, known);
}

std::string_view name_at(const char* argument, std::span<const std::string_view> names,
                         std::size_t index) {
  check(index < names.size(), argument, index, {"a number below ", names.size()});
  return names[index];
}

}  // namespace ffn
