# Tests of the library as users build it: installed, and as part of another project. Included by
# CMakeLists.txt.

find_program(FFN_PKG_CONFIG pkg-config)
set(arguments -D BUILD=${PROJECT_BINARY_DIR} -D CONFIG=$<CONFIG> -D COMPILER=${CMAKE_CXX_COMPILER} -D GENERATOR=${CMAKE_GENERATOR}
  -D X86_64=${FFN_X86_64} -D SHARED=${BUILD_SHARED_LIBS} -D EIGEN=${Eigen3_DIR} -D SANITIZED=${FFN_SANITIZE}
  -D CMAKE_NM=${CMAKE_NM} -D PKG_CONFIG=${FFN_PKG_CONFIG})
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
