# Requirements on the compiler, and options of the library's own files. Included by CMakeLists.txt.

# Ends the configuration with a sentence unless the compiler has the features that the sources use.
# GCC 11 and Clang 14 are the oldest tested.
if(NOT CMAKE_CXX_COMPILER_ID MATCHES "^(GNU|Clang|AppleClang)$" OR CMAKE_CXX_COMPILER_FRONTEND_VARIANT STREQUAL "MSVC")
  message(FATAL_ERROR "FFN Lab uses the vector types of GCC and Clang, which ${CMAKE_CXX_COMPILER_ID} in this mode lacks. "
    "Choose GCC 11, Clang 14 or newer with -D CMAKE_CXX_COMPILER=...; on Windows those of MinGW-w64, for example of MSYS2.")
endif()
set(minimum_GNU 11)
set(minimum_Clang 14)
set(minimum_AppleClang 14)
set(minimum ${minimum_${CMAKE_CXX_COMPILER_ID}})
if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS minimum)
  message(FATAL_ERROR "FFN Lab needs ${CMAKE_CXX_COMPILER_ID} ${minimum} or newer; ${CMAKE_CXX_COMPILER} is ${CMAKE_CXX_COMPILER_VERSION}. "
    "Choose another one with -D CMAKE_CXX_COMPILER=...")
endif()
if(MINGW)
  include(CheckCXXSourceCompiles)
  check_cxx_source_compiles("#include <mutex>\nint main() { std::mutex mutex; }" FFN_HAS_MUTEX)
  if(NOT FFN_HAS_MUTEX)
    message(FATAL_ERROR "FFN Lab needs std::mutex, which GCC for Windows has with POSIX threads only; ${CMAKE_CXX_COMPILER} has other threads. "
      "Choose x86_64-w64-mingw32-g++-posix or MSYS2's compiler with -D CMAKE_CXX_COMPILER=...")
  endif()
endif()

# Options of the library's own files. They come behind those of a project that includes this one and
# undo what would change results: -ffast-math and its parts.
set(FFN_EXACT_MATH -fno-fast-math -fno-finite-math-only -fno-associative-math -fno-reciprocal-math -fsigned-zeros -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND FFN_EXACT_MATH -fno-unsafe-math-optimizations)
else()
  # To Clang up to 16, -fno-unsafe-math-optimizations means strict exceptions, too: no operation is fused
  # or moved. -fno-fast-math undoes all of -funsafe-math-optimizations but the rounding to 0.
  list(APPEND FFN_EXACT_MATH -fdenormal-fp-math=ieee)
endif()

# FFN_X86_64: all code is for x86-64, so that options such as -mavx2 may be used. A universal build of
# macOS is for several processors.
set(FFN_X86_64 OFF)
if(CMAKE_OSX_ARCHITECTURES)
  if(CMAKE_OSX_ARCHITECTURES STREQUAL "x86_64")
    set(FFN_X86_64 ON)
  endif()
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8 AND NOT EMSCRIPTEN)
  set(FFN_X86_64 ON)
endif()

# Options that the library's users need, too. The x87 unit of 32-bit x86 keeps floats in 80 bits.
set(FFN_USER_OPTIONS)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(i.86|x86|x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 4 AND NOT EMSCRIPTEN)
  set(FFN_USER_OPTIONS -msse2 -mfpmath=sse)
endif()
