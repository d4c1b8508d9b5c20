#include "ffn/core/binary_interface.h"

#include <doctest/doctest.h>

#include <string_view>

// That the linker refuses a program with another layout is tested by tests/consumer.
TEST_CASE("binary_interface: the symbol's name states the version of Eigen and the debug mode") {
#define FFN_QUOTED_EXPANDED(name) #name
#define FFN_QUOTED(name) FFN_QUOTED_EXPANDED(name)
  const std::string_view name = FFN_QUOTED(FFN_BINARY_INTERFACE);
  CHECK(name == (EIGEN_MAJOR_VERSION == 4 ? "Eigen_3_4" : "Eigen_3_5"));
#if !defined(__wasm__)
  CHECK(*ffn::kBinaryInterface == 1);
#endif
}
