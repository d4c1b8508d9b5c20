#include "ffn/core/names.h"

#include <algorithm>

#include "ffn/core/check.h"

namespace ffn {

std::string list_of_names(std::span<const std::string_view> names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) list.append(i + 1 < names.size() ? ", " : " or ");
    list.append("\"").append(names[i]).append("\"");
  }
  return list;
}

std::size_t index_of_name(const char* argument, std::span<const std::string_view> names,
                          std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) reject(argument, {"\"", name, "\""}, list_of_names(names));
  return static_cast<std::size_t>(found - names.begin());
}

std::string_view name_at(const char* argument, std::span<const std::string_view> names,
                         std::size_t index) {
  check(index < names.size(), argument, index, {"a number below ", names.size()});
  return names[index];
}

}  // namespace ffn
