#pragma once
// Makes the n-th allocation of a function fail, for every n, as SQLite's out-of-memory tests do.
// failing_malloc.h wraps malloc and related functions, and operator new is replaced, so all
// allocations of Eigen and the library are covered.

#include <doctest/doctest.h>

#include <new>

#include "allocation/failing_malloc.h"
#include "ffn/kernels/scratch.h"

namespace ffn::test {

/// Runs `work` with its first allocation failing, then its second, and so on until it succeeds.
/// Each failure must propagate as std::bad_alloc without leaking memory. Returns the number of
/// allocations of `work`.
template <class Work>
std::int64_t fail_every_allocation(Work&& work) {
  // Memory that products keep for the next one (kernels/scratch.h) would look like a leak.
  for (const ScratchUse use : {ScratchUse::kPacked, ScratchUse::kTransposed})
    scratch(use, Index{1} << 18);
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
