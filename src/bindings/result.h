#pragma once
// Errors cross the edge to JavaScript as values: every bound function returns { value } or { error }, and the package
// throws the error as a typed Error. A C++ exception that crossed the edge itself would leak WebAssembly stack each time
// and arrive as something that is no Error.

#include <emscripten/val.h>

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"

namespace ffn::bindings {

using emscripten::val;

inline val error_value(const char* code, const char* message) {
  val error = val::object();
  error.set("code", val::u8string(code));
  error.set("message", val::u8string(message));
  return error;
}

inline val error_value(const char* code, const ArgumentError& caught) {
  val error = error_value(code, caught.what());
  error.set("argument", val::u8string(caught.argument().c_str()));
  error.set("value", val::u8string(caught.value().c_str()));
  error.set("expected", val::u8string(caught.expected().c_str()));
  return error;
}

/// Runs `work` (returning a val or something that converts to one) and wraps its result or its exception.
template <class Work>
val as_result(Work&& work) {
  val result = val::object();
  try {
    result.set("value", std::forward<Work>(work)());
  } catch (const CheckpointError& caught) {
    val error = error_value("invalid_file", caught);
    error.set("reason", std::string(name_of(caught.reason())));
    result.set("error", error);
  } catch (const ArgumentError& caught) {
    result.set("error", error_value("invalid_argument", caught));
  } catch (const std::bad_alloc&) {
    result.set("error", error_value("out_of_memory", "the WebAssembly memory cannot grow far enough for this call"));
  } catch (const std::exception& caught) {
    result.set("error", error_value("internal", caught.what()));
  }
  return result;
}

}  // namespace ffn::bindings
