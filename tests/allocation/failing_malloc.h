#pragma once
// Wrappers of malloc and related functions (linker option --wrap) that count allocations and inject
// a failure; allocations of exception objects never fail.

#include <cstdint>

namespace ffn::test {

/// Returns the number of allocations that are not freed yet.
std::int64_t live_allocations();

/// Injects one failure after `count` more successful allocations.
void fail_after(std::int64_t count);

/// Cancels the injection; returns whether an allocation has failed.
bool stop_failing();

}  // namespace ffn::test
