#pragma once
// Makes the n-th allocation of a piece of work fail, for every n, in the manner of SQLite's out-of-memory tests. malloc and its kin are
// those of failing_malloc.h, operator new is replaced: Eigen's and the library's allocations all pass.

#include <doctest/doctest.h>

#include <new>

#include "allocation/failing_malloc.h"

namespace ffn::test {

/// What an exception adds to live_allocations() when it has been caught: 0, but where the library frees its memory past us, as
/// WebAssembly's does.
inline std::int64_t exception_cost() {
  const std::int64_t live = live_allocations();
  try {
    throw std::bad_alloc();
  } catch (const std::bad_alloc&) {
  }
  return live_allocations() - live;
}

/// Runs `work` with its first allocation failing, then its second, ... until it needs no more. Each failure must come out as
/// std::bad_alloc and leave nothing behind. Returns how many allocations the work makes.
template <class Work>
std::int64_t fail_every_allocation(Work&& work) {
  for (std::int64_t succeeding = 0;; ++succeeding) {
    const std::int64_t live = live_allocations();
    bool caught = false;
    fail_after(succeeding);
    try {
      work();
    } catch (const std::bad_alloc&) {
      caught = true;
    }
    const bool failed = stop_failing();
    const std::int64_t added = live_allocations() - live;  // before doctest allocates
    const std::int64_t leaked = added - (caught ? exception_cost() : 0);
    CAPTURE(succeeding);
    CHECK(caught == failed);
    CHECK(leaked == 0);
    if (!failed) return succeeding;
  }
}

}  // namespace ffn::test
