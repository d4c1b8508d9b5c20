# Installs the library of the build tree BUILD into a fresh prefix, builds the project beside this
# file and the C++ program of README.md against that prefix, runs both and compares what they print.
# Called by ctest with CONFIG, COMPILER and GENERATOR of that tree.

set(work ${BUILD}/consumer)
set(expected "x begins 0.496714; 552 parameters; hidden (10, 32); without a trace the same; file holds output\n")

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}: exit status ${status}\n${output}${errors}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

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

run(${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --prefix ${work}/prefix)
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/build -G ${GENERATOR} -D CMAKE_PREFIX_PATH=${work}/prefix
  -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_BUILD_TYPE=${CONFIG} -D README_PROGRAM=${work}/readme.cpp
  -D "CMAKE_CXX_FLAGS=-Wall -Wextra -Werror")

# The package must be the one in the prefix, not another one on this machine.
file(STRINGS ${work}/build/CMakeCache.txt found REGEX "^ffn_DIR")
if(NOT found MATCHES "=${work}/prefix/")
  message(FATAL_ERROR "find_package(ffn) found another installation: ${found}")
endif()

run(${CMAKE_COMMAND} --build ${work}/build --config ${CONFIG})

# run_and_compare(NAME EXPECTED): runs a program of the project and compares its output.
function(run_and_compare name expected)
  find_program(${name}_executable ${name} PATHS ${work}/build ${work}/build/${CONFIG} REQUIRED NO_DEFAULT_PATH)
  run(${${name}_executable})
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "${name} printed  ${output}expected ${expected}")
  endif()
  message(STATUS "${name}: ${output}")
endfunction()

run_and_compare(consumer "${expected}")
run_and_compare(readme "${readme_expected}")
