#include "bind.h"

#include <exception>
#include <new>
#include <string>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"

namespace ffn::bindings {

namespace {

val error_value(const char* code, const char* message) {
  val error = val::object();
  error.set("code", val::u8string(code));
  error.set("message", val::u8string(message));
  return error;
}

val error_value(const char* code, const ArgumentError& caught) {
  val error = error_value(code, caught.what());
  error.set("argument", val::u8string(caught.argument().c_str()));
  error.set("value", val::u8string(caught.value().c_str()));
  error.set("expected", val::u8string(caught.expected().c_str()));
  return error;
}

}  // namespace

val result_of(val (*work)(void* context), void* context) {
  val result = val::object();
  try {
    result.set("value", work(context));
  } catch (const CheckpointError& caught) {
    val error = error_value("invalid_file", caught);
    error.set(
        "reason",
        val::u8string(
            name_of(caught.reason()).data()));  // does not allocate, because nothing may throw here
    result.set("error", error);
  } catch (const ArgumentError& caught) {
    result.set("error", error_value("invalid_argument", caught));
  } catch (const std::bad_alloc&) {
    result.set("error", error_value("out_of_memory",
                                    "the WebAssembly memory cannot grow far enough for this call"));
  } catch (const std::exception& caught) {
    result.set("error", error_value("internal", caught.what()));
  }
  return result;
}

}  // namespace ffn::bindings
