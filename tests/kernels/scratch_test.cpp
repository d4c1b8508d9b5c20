#include "ffn/kernels/scratch.h"

#include <doctest/doctest.h>

#include <new>

#include "allocation/failing_malloc.h"

using namespace ffn;

TEST_CASE("scratch: both uses have their own memory, which is kept and only grows") {
  float* const packed = scratch(ScratchUse::kPacked, 100);
  float* const transposed = scratch(ScratchUse::kTransposed, 100);
  packed[0] = 1.0F;
  transposed[0] = 2.0F;
  CHECK(scratch(ScratchUse::kPacked, 10) == packed);
  CHECK(packed[0] == 1.0F);
}

TEST_CASE("scratch: memory that cannot grow throws, and the next call has it") {
  const Index larger = Index{1} << 19;
  test::fail_after(0);
  CHECK_THROWS_AS(scratch(ScratchUse::kPacked, larger), std::bad_alloc);
  test::stop_failing();
  float* const memory = scratch(ScratchUse::kPacked, larger);
  memory[larger - 1] = 1.0F;
  CHECK(scratch(ScratchUse::kPacked, 1) == memory);
}
