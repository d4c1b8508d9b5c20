# Builds the library as part of another project: shared, its files compiled together, in a build with
# -ffast-math, whose results must be the bits of the installed library; and configures it with
# several configurations.

include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
set(build ${work}/parent)
set(options "-O1 -ffast-math")
if(COMPILER_ID STREQUAL "GNU")
  # -O1, which compiles in half of the time of -O2, with fused multiply-add.
  string(APPEND options " -fexpensive-optimizations")
endif()

run(${configure} -S ${CMAKE_CURRENT_LIST_DIR}/parent -B ${build} -D FFN=${root} -D BUILD_SHARED_LIBS=ON -D CMAKE_UNITY_BUILD=ON
  -D FFN_WARNINGS_AS_ERRORS=ON -D "CMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS} ${options}")
run(${CMAKE_COMMAND} --build ${build} -j 2)
if(runs)
  find_built(program ${build} program)
  run_program(${program} --bits)
  file(READ ${work}/bits bits)
  expect("in a project with -ffast-math" "${output}" "${bits}")
endif()

# No rule installs the library with the parent.
run(${CMAKE_COMMAND} --install ${build} --prefix ${work}/parent_prefix)
file(GLOB_RECURSE installed ${work}/parent_prefix/*)
expect("files that the parent installs" "${installed}" "")

# The shared library has a version and hides what it contains of Eigen and the standard library.
file(GLOB_RECURSE library ${build}/libffn.so)  # named otherwise by macOS and Windows
if(library)
  get_filename_component(versioned ${library} REALPATH)
  get_filename_component(versioned ${versioned} NAME)
  expect("name of the shared library" "${versioned}" "libffn.so.0.1.0")
  run(${CMAKE_NM} -D --defined-only ${library})
  string(REGEX REPLACE "[0-9a-f]+ [A-Za-z] _Z(N|NK|NO|NR|NKR|TI|TS|TV|TIN|TSN|TVN)3ffn[^\n]*\n" "" rest "${output}")
  expect("symbols outside namespace ffn" "${rest}" "")
endif()

# Each configuration has its own names.
find_program(ninja NAMES ninja ninja-build)
if(NOT ninja)
  message(STATUS "without Ninja, no build of several configurations")
  return()
endif()
run(${CMAKE_COMMAND} -C ${settings} -G "Ninja Multi-Config" -S ${root} -B ${work}/several -D FFN_BUILD_TESTS=OFF
  -D "CMAKE_CONFIGURATION_TYPES=Debug\;Release\;RelWithDebInfo\;MinSizeRel")
foreach(pair Debug=ffnd Release=ffn RelWithDebInfo=ffnrd MinSizeRel=ffns)
  string(REGEX MATCH "(.*)=(.*)" matched ${pair})
  file(STRINGS ${work}/several/pkgconfig/${CMAKE_MATCH_1}/ffn.pc libraries REGEX "^Libs:")
  expect("library of ${CMAKE_MATCH_1}" "${libraries}" "Libs: -L\${libdir} -l${CMAKE_MATCH_2}")
endforeach()
