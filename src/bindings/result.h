#pragma once
// Errors cross the edge to JavaScript as values: every bound function returns { value } or { error }, and the package
// throws the error as a typed Error. A C++ exception that crossed the edge itself would leak WebAssembly stack each time
// and arrive as something that is no Error.

#include "value.h"

namespace ffn::bindings {

/// Calls work(context) and wraps its result or its exception. Compiled once: handlers in every bound function would be a fifth of the
/// module.
val result_of(val (*work)(void* context), void* context);

/// Runs `work` (returning a val or something that converts to one) and wraps its result or its exception.
template <class Work>
val as_result(Work work) {
  return result_of([](void* context) -> val { return (*static_cast<Work*>(context))(); }, &work);
}

}  // namespace ffn::bindings
