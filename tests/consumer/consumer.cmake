# Tests of the library as users build it: installed, and as part of another project. Included by
# CMakeLists.txt.

# consumer_settings.cmake has the variables that users' projects share with this build tree, as CMake's
# initial cache (cmake -C). The tests include it, too.
set(variables CMAKE_CXX_COMPILER CMAKE_CXX_FLAGS CMAKE_CXX_STANDARD CMAKE_EXE_LINKER_FLAGS CMAKE_TOOLCHAIN_FILE CMAKE_OSX_ARCHITECTURES
  Eigen3_DIR)
if(CMAKE_CROSSCOMPILING)
  list(APPEND variables CMAKE_SYSTEM_NAME CMAKE_SYSTEM_PROCESSOR CMAKE_CROSSCOMPILING_EMULATOR)
endif()
set(text)
foreach(variable ${variables})
  if(NOT "${${variable}}" STREQUAL "")
    string(APPEND text "set(${variable} [==[${${variable}}]==] CACHE STRING \"\")\n")
  endif()
endforeach()
file(WRITE ${PROJECT_BINARY_DIR}/consumer_settings.cmake "${text}")

list(JOIN FFN_USER_OPTIONS " " options)
find_program(FFN_PKG_CONFIG pkg-config)
set(arguments -D BUILD=${PROJECT_BINARY_DIR} -D CONFIG=$<CONFIG> -D GENERATOR=${CMAKE_GENERATOR} -D COMPILER_ID=${CMAKE_CXX_COMPILER_ID}
  -D X86_64=${FFN_X86_64} -D SHARED=${BUILD_SHARED_LIBS} -D SANITIZED=${FFN_SANITIZE} -D CROSS=${CMAKE_CROSSCOMPILING} -D "OPTIONS=${options}"
  -D SUFFIX=${CMAKE_EXECUTABLE_SUFFIX} -D CMAKE_NM=${CMAKE_NM} -D PKG_CONFIG=${FFN_PKG_CONFIG})
foreach(test run compilers refused parent)
  if(test STREQUAL "run")
    set(name consumer)
  else()
    set(name consumer_${test})
  endif()
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} ${arguments} -P ${PROJECT_SOURCE_DIR}/tests/consumer/${test}.cmake)
endforeach()
# All of them use the installation that the first one makes.
set_tests_properties(consumer PROPERTIES FIXTURES_SETUP installed)
set_tests_properties(consumer_refused consumer_parent PROPERTIES FIXTURES_REQUIRED installed)
