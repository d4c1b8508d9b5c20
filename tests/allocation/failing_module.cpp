// Exports of failing_malloc.h for the package's tests of out-of-memory errors.

#include <emscripten/em_macros.h>

#include "allocation/failing_malloc.h"

extern "C" {
EMSCRIPTEN_KEEPALIVE void fail_after(double count) {
  ffn::test::fail_after(static_cast<std::int64_t>(count));
}
EMSCRIPTEN_KEEPALIVE bool stop_failing() { return ffn::test::stop_failing(); }
}
