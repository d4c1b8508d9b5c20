#pragma once
// Makes the n-th allocation of a piece of work fail, for every n, in the manner of SQLite's out-of-memory tests. malloc and its kin are
// those of failing_malloc.h, operator new is replaced: Eigen's and the library's allocations all pass.

#include <doctest/doctest.h>

#include <new>

#include "allocation/failing_malloc.h"

namespace ffn::test {

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
    const std::int64_t leaked = live_allocations() - live;  // before doctest allocates
    CAPTURE(succeeding);
    CHECK(caught == failed);
    CHECK(leaked == 0);
    if (!failed) return succeeding;
  }
}

}  // namespace ffn::test
