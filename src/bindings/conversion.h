#pragma once
// Converts between C++ and JavaScript, each type by its Conversion: those of texts, enumerators,
// optional values, lists and structs are in values.h, of numbers and arrays in numbers.h, of
// tensors in tensor.h.

#include "value.h"

namespace ffn::bindings {

/// A type that has none of the other conversions: a struct, whose fields are written by
/// write_fields (FFN_FIELDS) and read, as options, by read_options (options.h).
template <class T>
struct Conversion {
  static T read(const val& value, const char* /*name*/) {
    T read;
    read_options(value, read);
    return read;
  }

  static val write(const T& item) {
    val object = val::object();
    write_fields(object, item);
    return object;
  }
};

/// Converts an item to a JavaScript value.
template <class T>
val to_value(const T& item) {
  return Conversion<T>::write(item);
}

/// Converts a JavaScript value to T. Throws ArgumentError for a number out of range, naming `name`,
/// and for an unknown enumerator, naming its type's argument (core/names.h).
template <class T>
T from_value(const val& value, const char* name = "") {
  return Conversion<T>::read(value, name);
}

/// Returns an array of write(item) for each item.
template <class Items, class Write>
val array_of(const Items& items, Write write) {
  val array = val::array();
  for (const auto& item : items) array.push(write(item));
  return array;
}

}  // namespace ffn::bindings
