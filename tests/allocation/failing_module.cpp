// What the package's tests ask of a module whose allocations can be made to fail (failing_malloc.h).

#include <emscripten/em_macros.h>

#include "allocation/failing_malloc.h"

extern "C" {
EMSCRIPTEN_KEEPALIVE void fail_after(double count) { ffn::test::fail_after(static_cast<std::int64_t>(count)); }
EMSCRIPTEN_KEEPALIVE bool stop_failing() { return ffn::test::stop_failing(); }
}
