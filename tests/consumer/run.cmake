# Installs the library of the build tree BUILD into a fresh prefix, builds the project beside this file against that prefix alone, and runs
# it. Called by ctest with CONFIG, COMPILER and GENERATOR of that tree.

set(work ${BUILD}/consumer)
set(expected "x begins 0.496714; 552 parameters; hidden (10, 32); packed the same; file holds output\n")

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}: exit status ${status}\n${output}${errors}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${work})
run(${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --prefix ${work}/prefix)
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/build -G ${GENERATOR} -D CMAKE_PREFIX_PATH=${work}/prefix
  -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_BUILD_TYPE=${CONFIG} -D "CMAKE_CXX_FLAGS=-Wall -Wextra -Werror")

# Found there, not in some other place of this machine.
file(STRINGS ${work}/build/CMakeCache.txt found REGEX "^ffn_DIR")
if(NOT found MATCHES "=${work}/prefix/")
  message(FATAL_ERROR "find_package(ffn) found another one: ${found}")
endif()

run(${CMAKE_COMMAND} --build ${work}/build --config ${CONFIG})
find_program(program consumer PATHS ${work}/build ${work}/build/${CONFIG} REQUIRED NO_DEFAULT_PATH)
run(${program})
if(NOT output STREQUAL expected)
  message(FATAL_ERROR "printed  ${output}expected ${expected}")
endif()
message(STATUS "${output}")
