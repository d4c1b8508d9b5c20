#pragma once
// Compile options that the headers require of their users. The library's own files are compiled
// with the right ones, also as part of a project that sets others; code in headers is compiled with
// those of each user.

#include <version>

#if !defined(__GNUC__) && !defined(__clang__)
#error "FFN Lab uses the vector types of GCC and Clang: compile with GCC 11, Clang 14, or newer."
#endif

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error \
    "FFN Lab computes in its headers, and -ffast-math, -Ofast and -ffinite-math-only make the results wrong: compile this file with -fno-fast-math behind them."
#endif

#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ == 2
#error "FFN Lab needs float arithmetic that rounds to float: compile for SSE, -msse2 -mfpmath=sse."
#endif

#if defined(__MINGW32__) && defined(__GLIBCXX__) && !defined(_GLIBCXX_HAS_GTHREADS)
#error \
    "FFN Lab needs std::mutex, which GCC for Windows has with POSIX threads only: compile with x86_64-w64-mingw32-g++-posix, or with MSYS2's compiler."
#endif
