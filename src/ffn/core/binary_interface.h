#pragma once
// Makes the linker refuse code that was compiled with another layout of Eigen's or the standard
// library's classes than the library. Each file that includes this header refers to a symbol whose
// name states the layout; the library defines the one with which it was compiled:
//
//   undefined reference to `ffn::built_with::Eigen_3_5'
//   undefined reference to `ffn::built_with::Eigen_3_4_and_GLIBCXX_DEBUG'
//
// Instruction sets and alignments need no such check: matrix.h makes the layout independent of
// them.

#include <Eigen/Core>
#include <version>

#if defined(_LIBCPP_VERSION)
#define FFN_STANDARD_LIBRARY _and_libcpp
#elif defined(_GLIBCXX_DEBUG)
#define FFN_STANDARD_LIBRARY _and_GLIBCXX_DEBUG
#else
#define FFN_STANDARD_LIBRARY
#endif
#if defined(_GLIBCXX_USE_CXX11_ABI) && !_GLIBCXX_USE_CXX11_ABI
#define FFN_STRINGS _and_old_strings
#else
#define FFN_STRINGS
#endif
#define FFN_JOIN_EXPANDED(world, major, library, strings) Eigen_##world##_##major##library##strings
#define FFN_JOIN(world, major, library, strings) FFN_JOIN_EXPANDED(world, major, library, strings)
#define FFN_BINARY_INTERFACE \
  FFN_JOIN(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, FFN_STANDARD_LIBRARY, FFN_STRINGS)

#if !defined(__wasm__)  // where all files are compiled together
namespace ffn {

namespace built_with {
extern const char FFN_BINARY_INTERFACE;
}

/// The reference to the symbol; of no use otherwise.
[[gnu::used]] static const char* const kBinaryInterface = &built_with::FFN_BINARY_INTERFACE;

}  // namespace ffn
#endif
