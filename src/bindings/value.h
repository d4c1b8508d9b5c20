#pragma once
// JavaScript values whose operations are compiled once. Those of emscripten::val are templates, made anew for every type and every
// length of a literal, which was a tenth of the module.

#include <emscripten/val.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace ffn::bindings {

class Value : public emscripten::val {
 public:
  using emscripten::val::val;
  Value() = default;
  Value(const emscripten::val& other) : emscripten::val(other) {}        // NOLINT(google-explicit-constructor): the same value
  Value(emscripten::val&& other) : emscripten::val(std::move(other)) {}  // NOLINT(google-explicit-constructor): the same value

  static Value object() { return emscripten::val::object(); }
  static Value array() { return emscripten::val::array(); }
  static Value undefined() { return emscripten::val::undefined(); }

  /// A string. Throws std::bad_alloc, which Embind's own way does not.
  static Value text(const std::string& text);

  Value operator[](const char* name) const;
  Value operator[](const std::string& name) const;
  Value operator[](std::size_t index) const;
  Value operator[](int index) const;  // for the literal 0, which could be a name

  /// This value as a double, bool, std::size_t or std::string. Throws std::bad_alloc where there is no memory for the text.
  template <class T>
  T as() const;

  void set(const char* name, const Value& value);
  void set(const char* name, double number);
  void set(const char* name, bool flag);
  void set(const char* name, const std::string& text);
  void set(const char* name, const char* text) = delete;  // would be a bool
  void set(const std::string& name, const Value& value);

  /// Appends to an array.
  void push(const Value& item);
  void push(double number);
  void push(const std::string& text);
};

template <>
double Value::as<double>() const;
template <>
bool Value::as<bool>() const;
template <>
std::size_t Value::as<std::size_t>() const;
template <>
std::string Value::as<std::string>() const;

using val = Value;

/// options[name], which the package has made sure to be of that type.
double read_number(const val& options, const char* name);
bool read_flag(const val& options, const char* name);
std::string read_text(const val& options, const char* name);

/// The strings of an array.
std::vector<std::string> read_texts(const val& array);

}  // namespace ffn::bindings
