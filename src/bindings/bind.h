#pragma once
// The Embind bindings of the core. A source file of this folder binds one class or topic: it copies
// the arguments into WebAssembly memory, calls the core and copies the result out. The package
// ffn-lab owns the objects, checks types and throws typed errors. Computations belong in the core.
//
// This header binds functions, classes and properties:
//
//   bind("scale", [](Arg<"x"> x, double factor) { ... });
//
// Parameters that are numbers, pointers and references are passed as they are: handles of networks,
// or `const val&` for any JavaScript value. All other parameters are read from a JavaScript value
// by from_value, results are written by to_value (conversion.h).
//
// Errors are returned to JavaScript as values: every bound function returns { value } or { error },
// and the package throws the error as a typed Error. A C++ exception that propagates into
// JavaScript would leak WebAssembly stack and would not be a JavaScript Error.

#include <emscripten/bind.h>

#include <memory>
#include <type_traits>

#include "values.h"

namespace ffn::bindings {

/// Calls work(context) and returns its result or its exception as { value } or { error }. Not a
/// template: exception handlers in every bound function would be a fifth of the module.
val result_of(val (*work)(void* context), void* context);

/// Returns { value } or { error } of `work`.
template <class Work>
val as_result(Work work) {
  return result_of([](void* context) -> val { return (*static_cast<Work*>(context))(); }, &work);
}

template <class P>
inline constexpr bool passed_as_it_is =
    std::is_reference_v<P> || std::is_pointer_v<P> || std::is_arithmetic_v<P>;

/// The type of a parameter in Embind's signature.
template <class P>
using Wire = std::conditional_t<passed_as_it_is<P>, P, const val&>;

template <class P>
P received(Wire<P> argument) {
  if constexpr (passed_as_it_is<P>) {
    return argument;
  } else {
    return from_value<P>(argument);
  }
}

/// The function that Embind calls for a lambda without captures.
template <class Work, class Signature = decltype(&Work::operator())>
struct Bound;

template <class Work, class Result, class... Parameters>
struct Bound<Work, Result (Work::*)(Parameters...) const> {
  static val call(Wire<Parameters>... arguments) {
    return as_result([&]() -> val {
      if constexpr (std::is_void_v<Result>) {
        Work{}(received<Parameters>(arguments)...);
        return val::undefined();
      } else if constexpr (std::is_same_v<Result, val>) {
        return Work{}(received<Parameters>(arguments)...);
      } else {
        return to_value(Work{}(received<Parameters>(arguments)...));
      }
    });
  }
};

template <class Work>
void bind(const char* name, Work /*work*/) {
  emscripten::function(name, &Bound<Work>::call, emscripten::allow_raw_pointers());
}

/// Binds getters of a class as properties of the same names. `from` is an expression for the object
/// that has them, in terms of the handle `object`: FFN_PROPERTIES(bound, object.network(), d_in,
/// d_out).
#define FFN_PROPERTIES(bound, from, ...) (bound) FFN_EACH(FFN_PROPERTY, from, __VA_ARGS__)
#define FFN_PROPERTY(from, name) .property(#name, [](const auto& object) { return (from).name(); })

/// A class of the module whose objects are Handles. The first parameter of functions and of getters
/// of properties is the Handle.
template <class Handle, class Base = emscripten::internal::NoBaseClass>
class BoundClass {
 public:
  explicit BoundClass(const char* name) : class_(name) {
    if constexpr (!std::is_abstract_v<Handle>)
      class_.template smart_ptr<std::shared_ptr<Handle>>(name);
  }

  template <class Work>
  void function(const char* name, Work /*work*/) const {
    class_.function(name, &Bound<Work>::call, emscripten::allow_raw_pointers());
  }

  template <class Work>
  const BoundClass& property(const char* name, Work /*work*/) const {
    class_.property(name, &get<Work>);
    return *this;
  }

  /// Binds a function that passes only numbers, as it is: without conversions and without a result
  /// of the form { value }.
  template <class Function>
  void direct(const char* name, Function function) const {
    class_.function(name, function);
  }

 private:
  // Returns a number, a flag, or the name of an enumerator. Its errors would not be caught, so it
  // must not throw.
  template <class Work>
  static auto get(const Handle& handle) {
    const auto item = Work{}(handle);
    if constexpr (std::is_same_v<decltype(item), const bool>) {
      return item;
    } else if constexpr (std::is_arithmetic_v<decltype(item)>) {
      return static_cast<double>(item);
    } else {
      return val::u8string(name_of(item).data());
    }
  }

  emscripten::class_<Handle, Base> class_;
};

}  // namespace ffn::bindings
