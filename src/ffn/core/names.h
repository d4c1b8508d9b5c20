#pragma once
// Names of enumerators, for options, results and messages. They stand beside the enumeration, in
// namespace ffn and in its order:
//
//   enum class Loss { kMeanSquaredError, kCrossEntropy };
//   FFN_NAMES(Loss, "loss", "mse", "cross_entropy");

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

/// Declares what an argument of this type is called in messages, and the names of the enumerators.
#define FFN_NAMES(type, what, ...)                                                      \
  template <>                                                                           \
  struct NamesOf<type> {                                                                \
    static constexpr const char* argument = what;                                       \
    static constexpr std::array names = std::to_array<std::string_view>({__VA_ARGS__}); \
  }

namespace ffn {

template <class Enumeration>
struct NamesOf;

/// Returns the names as messages list them: "relu", "gelu" or "silu", each in quotes.
std::string list_of_names(std::span<const std::string_view> names);

/// Returns the index of a name. Throws ArgumentError, naming `argument`, if there is none.
std::size_t index_of_name(const char* argument, std::span<const std::string_view> names,
                          std::string_view name);

/// Returns the name at an index. Throws ArgumentError, naming `argument`, if there is none.
std::string_view name_at(const char* argument, std::span<const std::string_view> names,
                         std::size_t index);

/// Returns the name of an enumerator. Throws ArgumentError for a value without a name.
template <class Enumeration>
requires requires { NamesOf<Enumeration>::names; }
std::string_view name_of(Enumeration enumerator) {
  return name_at(NamesOf<Enumeration>::argument, NamesOf<Enumeration>::names,
                 static_cast<std::size_t>(enumerator));
}

/// Returns the enumerator with that name. Throws ArgumentError, naming `argument`, for any other
/// name.
template <class Enumeration>
Enumeration named(std::string_view name, const char* argument = NamesOf<Enumeration>::argument) {
  return static_cast<Enumeration>(index_of_name(argument, NamesOf<Enumeration>::names, name));
}

}  // namespace ffn
