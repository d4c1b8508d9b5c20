#pragma once
// A wrapper of emscripten::val with non-template member functions. The functions of emscripten::val
// are templates, instantiated for every type and every length of a string literal; their instances
// would be a tenth of the module.

#include <emscripten/val.h>

#include <cstddef>
#include <string>
#include <utility>

namespace ffn::bindings {

class Value : public emscripten::val {
 public:
  using emscripten::val::val;
  Value() = default;
  Value(const emscripten::val& other)
      : emscripten::val(other) {}  // NOLINT(google-explicit-constructor): the same value
  Value(emscripten::val&& other)
      : emscripten::val(std::move(other)) {}  // NOLINT(google-explicit-constructor): the same value

  static Value object() { return emscripten::val::object(); }
  static Value array() { return emscripten::val::array(); }
  static Value undefined() { return emscripten::val::undefined(); }

  /// Returns a JavaScript string. Throws std::bad_alloc, unlike Embind's conversion.
  static Value text(const std::string& text);

  Value operator[](const char* name) const;
  Value operator[](const std::string& name) const;
  Value operator[](std::size_t index) const;
  Value operator[](int index) const;  // for the literal 0, which is ambiguous with const char*

  double number() const;
  bool flag() const;

  /// Returns the text. Throws std::bad_alloc if there is no memory for it.
  std::string str() const;

  /// Returns the length of an array.
  std::size_t length() const;

  /// Sets a property to an item, converted by to_value (conversion.h). An empty std::optional or
  /// vector sets no property.
  template <class T>
  Value& set(const char* name, const T& item);
  void set(const std::string& name, const Value& value);

  /// Appends to an array.
  void push(const Value& item);
  void push(double number);

 private:
  void set_flag(const char* name, bool flag);
  void set_number(const char* name, double number);
  void set_value(const char* name, const Value& value);
};

using val = Value;

}  // namespace ffn::bindings
