#pragma once
// malloc and its kin, which the linker sends here (--wrap), counted, and told to fail; an exception's own never does.

#include <cstdint>

namespace ffn::test {

/// Allocations that are not yet freed.
std::int64_t live_allocations();

/// Lets `count` more allocations succeed and the one after fail, once.
void fail_after(std::int64_t count);

/// Ends the above; true when an allocation was made to fail.
bool stop_failing();

}  // namespace ffn::test
