# src/compilers.cmake accepts the compilers that the sources need and refuses others with a sentence.
# Runs itself in script mode for each of them, with what CMake would find out about the compiler.

if(AS)
  include(${CMAKE_CURRENT_LIST_DIR}/../../src/compilers.cmake)
  message("x86-64 ${FFN_X86_64}; options ${FFN_USER_OPTIONS}")
  return()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)

set(as ${CMAKE_COMMAND} -D AS=1 -D CMAKE_SIZEOF_VOID_P=8 -D CMAKE_SYSTEM_PROCESSOR=x86_64)
set(this -P ${CMAKE_CURRENT_LIST_FILE})
refuse("uses the vector types of GCC and Clang, which MSVC" ${as} -D CMAKE_CXX_COMPILER_ID=MSVC -D CMAKE_CXX_COMPILER_VERSION=19.40 ${this})
refuse("uses the vector types of GCC and Clang, which Clang in this mode"
  ${as} -D CMAKE_CXX_COMPILER_ID=Clang -D CMAKE_CXX_COMPILER_FRONTEND_VARIANT=MSVC -D CMAKE_CXX_COMPILER_VERSION=18 ${this})
refuse("needs GNU 11 or newer" ${as} -D CMAKE_CXX_COMPILER_ID=GNU -D CMAKE_CXX_COMPILER_VERSION=10.2 ${this})
refuse("needs Clang 14 or newer" ${as} -D CMAKE_CXX_COMPILER_ID=Clang -D CMAKE_CXX_COMPILER_VERSION=13.0.1 ${this})

# accept(EXPECTED OPTION...): what the file finds for a compiler.
function(accept expected)
  execute_process(COMMAND ${as} -D CMAKE_CXX_COMPILER_ID=AppleClang -D CMAKE_CXX_COMPILER_VERSION=15 ${ARGN} ${this}
    ERROR_VARIABLE found RESULT_VARIABLE status)
  string(FIND "${found}" "${expected}" at)
  if(NOT status EQUAL 0 OR at EQUAL -1)
    message(FATAL_ERROR "${ARGN}: expected ${expected}, found ${found}")
  endif()
endfunction()
accept("x86-64 ON;")
accept("x86-64 ON;" -D CMAKE_SYSTEM_PROCESSOR=arm64 -D CMAKE_OSX_ARCHITECTURES=x86_64)
accept("x86-64 OFF;" "-DCMAKE_OSX_ARCHITECTURES=x86_64\;arm64")
accept("x86-64 OFF;" -D CMAKE_OSX_ARCHITECTURES=arm64)
accept("x86-64 OFF;" -D CMAKE_SYSTEM_PROCESSOR=aarch64)
accept("x86-64 OFF;" -D CMAKE_SIZEOF_VOID_P=4)
accept("-mfpmath=sse" -D CMAKE_SIZEOF_VOID_P=4)
