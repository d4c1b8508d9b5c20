#pragma once
// All conversions between C++ and JavaScript (conversion.h), and those of texts, enumerators,
// optional values, objects, lists and structs.

#include <concepts>
#include <cstddef>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>

#include "conversion.h"
#include "ffn/core/names.h"
#include "fields.h"
#include "numbers.h"
#include "tensor.h"

namespace ffn::bindings {

template <class T>
concept Optional = requires(const T& item) {
  item.has_value();
};

/// A JavaScript value.
template <std::convertible_to<val> T>
struct Conversion<T> {
  static val write(const T& item) { return item; }
};

/// A type that is made of a JavaScript value, such as Arg (tensor.h).
template <std::constructible_from<const val&> T>
requires(!std::convertible_to<T, val> && !Optional<T> && !MatrixLike<T>) struct Conversion<T> {
  static T read(const val& value, const char* /*name*/) { return T(value); }
};

/// A text.
template <class T>
requires std::convertible_to<const T&, std::string_view>
struct Conversion<T> {
  static T read(const val& value, const char* /*name*/) { return value.str(); }
  static val write(const T& text) { return val::text(std::string(text)); }
};

/// An enumerator, by its name.
template <class T>
requires std::is_enum_v<T>
struct Conversion<T> {
  static T read(const val& value, const char* /*name*/) { return ffn::named<T>(value.str()); }
  static val write(T item) { return to_value(name_of(item)); }
};

/// A std::optional; undefined if it is empty.
template <Optional T>
struct Conversion<T> {
  static T read(const val& value, const char* name) {
    return value.isUndefined() ? T() : from_value<typename T::value_type>(value, name);
  }
  static val write(const T& item) { return item ? to_value(*item) : val::undefined(); }
};

/// A std::shared_ptr to an object of a bound class.
template <class T>
requires requires { typename T::element_type; } &&(!std::ranges::range<T>)struct Conversion<T> {
  static val write(const T& object) { return val(object); }
};

/// A list of other items than numbers, which may be undefined if it is empty.
template <List T>
struct Conversion<T> {
  static T read(const val& value, const char* /*name*/) {
    T items;
    const std::size_t count = value.isUndefined() ? 0 : value.length();
    for (std::size_t i = 0; i < count; ++i)
      items.push_back(from_value<typename T::value_type>(value[i]));
    return items;
  }
  static val write(const T& items) {
    return array_of(items, [](const auto& item) { return to_value(item); });
  }
};

template <class T>
Value& Value::set(const char* name, const T& item) {
  if constexpr (std::is_same_v<T, bool>) {
    set_flag(name, item);
  } else if constexpr (std::is_arithmetic_v<T>) {
    set_number(name, static_cast<double>(item));
  } else if constexpr (Optional<T>) {
    if (item) set(name, *item);
  } else if constexpr (MatrixLike<T>) {
    if (item.size() > 0 || T::RowsAtCompileTime != 1) set_value(name, to_value(item));
  } else if constexpr (std::is_same_v<T, Value>) {
    set_value(name, item);
  } else {
    set_value(name, to_value(item));
  }
  return *this;
}

}  // namespace ffn::bindings
