#include "value.h"

#include <emscripten/bind.h>

namespace ffn::bindings {

using Base = emscripten::val;

Value Value::operator[](const char* name) const { return Base::operator[](name); }
Value Value::operator[](const std::string& name) const { return Base::operator[](name); }
Value Value::operator[](std::size_t index) const { return Base::operator[](index); }
Value Value::operator[](int index) const { return Base::operator[](index); }

template <>
double Value::as<double>() const {
  return Base::as<double>();
}
template <>
bool Value::as<bool>() const {
  return Base::as<bool>();
}
template <>
std::size_t Value::as<std::size_t>() const {
  return Base::as<std::size_t>();
}
template <>
std::string Value::as<std::string>() const {
  return Base::as<std::string>();
}

void Value::set(const char* name, const Value& value) { Base::set(name, static_cast<const Base&>(value)); }
void Value::set(const char* name, double number) { Base::set(name, number); }
void Value::set(const char* name, bool flag) { Base::set(name, flag); }
void Value::set(const char* name, const std::string& text) { Base::set(name, text); }
void Value::set(const std::string& name, const Value& value) { Base::set(name, static_cast<const Base&>(value)); }

void Value::push(const Value& item) { call<void>("push", static_cast<const Base&>(item)); }
void Value::push(double number) { push(Value(number)); }
void Value::push(const std::string& text) { push(Value(text)); }

double read_number(const val& options, const char* name) { return options[name].as<double>(); }
bool read_flag(const val& options, const char* name) { return options[name].as<bool>(); }
std::string read_text(const val& options, const char* name) { return options[name].as<std::string>(); }

EMSCRIPTEN_BINDINGS(ffn_lab_value) { emscripten::register_type<Value>("any"); }

}  // namespace ffn::bindings
