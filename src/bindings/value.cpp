#include "value.h"

#include <emscripten/bind.h>

#include <cstdlib>
#include <new>

namespace ffn::bindings {

using Base = emscripten::val;

namespace {

// Largest number of UTF-8 bytes per UTF-16 code unit.
constexpr std::size_t kBytesPerUnit = 3;

// Embind passes strings in a buffer from malloc whose result it does not check: if memory is
// exhausted, it writes to address 0. Allocating and freeing a buffer of that size first throws
// std::bad_alloc instead; no other allocation happens between this and Embind's. The pointer is
// volatile because the compiler would otherwise remove the pair.
void make_room_for_text(std::size_t bytes) {
  void* volatile room = std::malloc(sizeof(std::size_t) + bytes + 1);
  if (room == nullptr) throw std::bad_alloc();
  std::free(room);
}

}  // namespace

Value Value::text(const std::string& text) {
  make_room_for_text(text.size());
  return Value(text);
}

Value Value::operator[](const char* name) const { return Base::operator[](name); }
Value Value::operator[](const std::string& name) const {
  return Base::operator[](static_cast<const Base&>(text(name)));
}
Value Value::operator[](std::size_t index) const { return Base::operator[](index); }
Value Value::operator[](int index) const { return Base::operator[](index); }

double Value::number() const { return Base::as<double>(); }
bool Value::flag() const { return Base::as<bool>(); }
std::size_t Value::length() const { return Base::operator[]("length").as<std::size_t>(); }
std::string Value::str() const {
  make_room_for_text(kBytesPerUnit * length());
  return Base::as<std::string>();
}

void Value::set_flag(const char* name, bool flag) { Base::set(name, flag); }
void Value::set_number(const char* name, double number) { Base::set(name, number); }
void Value::set_value(const char* name, const Value& value) {
  Base::set(name, static_cast<const Base&>(value));
}
void Value::set(const std::string& name, const Value& value) {
  Base::set(static_cast<const Base&>(text(name)), static_cast<const Base&>(value));
}

void Value::push(const Value& item) { call<void>("push", static_cast<const Base&>(item)); }
void Value::push(double number) { push(Value(number)); }

EMSCRIPTEN_BINDINGS(ffn_lab_value) { emscripten::register_type<Value>("any"); }

}  // namespace ffn::bindings
