#pragma once
// Errors are returned to JavaScript as values: every bound function returns { value } or { error }, and the package throws the error as a
// typed Error. A C++ exception that propagates into JavaScript would leak WebAssembly stack and would not be a JavaScript Error.

#include "value.h"

namespace ffn::bindings {

/// Calls work(context) and returns its result or its exception as { value } or { error }. Not a template: exception handlers in every bound
/// function would be a fifth of the module.
val result_of(val (*work)(void* context), void* context);

/// Calls `work`, which returns a val or a type convertible to val, and returns { value } or { error }.
template <class Work>
val as_result(Work work) {
  return result_of([](void* context) -> val { return (*static_cast<Work*>(context))(); }, &work);
}

}  // namespace ffn::bindings
