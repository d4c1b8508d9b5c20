#pragma once
// Errors cross the edge to JavaScript as values: every bound function returns { value } or { error }, and the package
// throws the error as a typed Error. A C++ exception that crossed the edge itself would leak WebAssembly stack each time
// and arrive as something that is no Error.

#include <emscripten/val.h>

#include <exception>
#include <new>

#include "ffn/core/check.h"

namespace ffn::bindings {

using emscripten::val;

inline val error_value(const char* code, const char* message) {
  val error = val::object();
  error.set("code", val::u8string(code));
  error.set("message", val::u8string(message));
  return error;
}

/// Work to be run once, whatever its type: a function and what it works on.
struct Work {
  val (*run)(void* on);
  void* on;
};

// Not inlined: the handlers stand in the module once instead of once per bound function.
[[gnu::noinline]] inline val guarded(const Work& work) {
  val result = val::object();
  try {
    result.set("value", work.run(work.on));
  } catch (const ArgumentError& caught) {
    val error = error_value("invalid_argument", caught.what());
    error.set("argument", val::u8string(caught.argument().c_str()));
    error.set("value", val::u8string(caught.value().c_str()));
    error.set("expected", val::u8string(caught.expected().c_str()));
    result.set("error", error);
  } catch (const std::bad_alloc&) {
    result.set("error", error_value("out_of_memory", "the WebAssembly memory cannot grow far enough for this call"));
  } catch (const std::exception& caught) {
    result.set("error", error_value("internal", caught.what()));
  }
  return result;
}

/// Runs `work` (returning a val or something that converts to one) and wraps its result or its exception.
template <class Callable>
val as_result(Callable work) {
  return guarded({[](void* on) -> val { return (*static_cast<Callable*>(on))(); }, &work});
}

}  // namespace ffn::bindings
