# Installs the library of the build tree BUILD into a fresh prefix, builds the project beside this
# file and the C++ program of README.md against that prefix, runs both and compares what they print;
# also with compile options that the library does not have.

include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
set(expected "x begins 0.496714; 552 parameters; hidden (10, 32); without a trace the same; file holds output\n")

file(REMOVE_RECURSE ${work})
file(READ ${CMAKE_CURRENT_LIST_DIR}/../../README.md readme)
if(NOT readme MATCHES "\n```cpp\n([^`]+)```\n")
  message(FATAL_ERROR "README.md has no C++ program")
endif()
set(readme_program "${CMAKE_MATCH_1}")
if(NOT readme_program MATCHES "// → ([^\n]+)\n")
  message(FATAL_ERROR "the C++ program of README.md has no comment with its output after an arrow")
endif()
set(readme_expected "${CMAKE_MATCH_1}\n")
file(WRITE ${work}/readme.cpp "${readme_program}")

# Options of users, and the instruction set without which such a program does not run. Their bits
# must be those of a program without options.
set(variants unoptimized=-O0 no_exceptions=-O1,-fno-exceptions cxx23=-O1,-std=c++2b)
if(NOT SANITIZED AND NOT CROSS)
  list(APPEND variants sanitized=-O1,-fsanitize=address)
endif()
if(X86_64)
  # GCC 12 warns in its own header of AVX-512.
  list(APPEND variants native=-O1,-march=native,-w avx2=-O1,-mavx2,-mfma,-mf16c avx512=-O1,-mavx512f,-mfma,-w)
endif()
set(needs_avx2 __AVX2__)
set(needs_avx512 __AVX512F__)

list(JOIN variants " " spaced)

run(${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --prefix ${prefix})
run(${configure} -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/build -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_BUILD_TYPE=${CONFIG}
  -D README_PROGRAM=${work}/readme.cpp -D "VARIANTS=${spaced}" -D "CMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS} -Wall -Wextra -Werror")

# The package must be the one in the prefix, not another one on this machine.
file(STRINGS ${work}/build/CMakeCache.txt found REGEX "^ffn_DIR")
string(FIND "${found}" "=${prefix}/" at)
if(at EQUAL -1)
  message(FATAL_ERROR "find_package(ffn) found another installation: ${found}")
endif()

run(${CMAKE_COMMAND} --build ${work}/build --config ${CONFIG} -j 2)

if(NOT runs)
  return()
endif()
find_built(consumer ${work}/build consumer)
run_program(${consumer})
expect(consumer "${output}" "${expected}")
find_built(readme ${work}/build readme)
run_program(${readme})
expect(readme "${output}" "${readme_expected}")

run_program(${consumer} --bits)
set(bits "${output}")
string(FIND "${bits}" "own matrices right" at)
if(at EQUAL -1)
  message(FATAL_ERROR "consumer --bits printed\n${bits}")
endif()
file(WRITE ${work}/bits "${bits}")

execute_process(COMMAND ${CMAKE_CXX_COMPILER} -march=native -dM -E -x c++ /dev/null OUTPUT_VARIABLE macros ERROR_QUIET)
foreach(variant ${variants})
  string(REGEX REPLACE "=.*" "" name "${variant}")
  if(needs_${name} AND NOT macros MATCHES "#define ${needs_${name}} 1")
    message(STATUS "${variant}: built; this processor cannot run it")
    continue()
  endif()
  find_built(program ${work}/build consumer_${name})
  run_program(${program})
  expect(${variant} "${output}" "${expected}")
  run_program(${program} --bits)
  expect("${variant} --bits" "${output}" "${bits}")
endforeach()
