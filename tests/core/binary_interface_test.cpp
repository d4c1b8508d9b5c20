#include "ffn/core/binary_interface.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

// That the linker refuses a program with another layout is tested by tests/consumer.
TEST_CASE("binary_interface: the symbol's name states the versions of Eigen and the library") {
#define FFN_QUOTED_EXPANDED(name) #name
#define FFN_QUOTED(name) FFN_QUOTED_EXPANDED(name)
  const std::string_view name = FFN_QUOTED(FFN_BINARY_INTERFACE);
  std::string expected = EIGEN_MAJOR_VERSION == 4 ? "Eigen_3_4" : "Eigen_3_5";
#if defined(_LIBCPP_VERSION)
  expected += "_and_libcpp";
#endif
  CHECK(name == expected);
#if !defined(__wasm__)
  CHECK(*ffn::kBinaryInterface == 1);
#endif
}
