# The doctest suite of each WebAssembly variant, for Node, and modules that only tests use. Included
# by CMakeLists.txt after src/bindings/wasm.cmake.

# The variant simd, linked from the same objects with an allocator that can inject failures: for the
# package's tests.
ffn_add_module(ffn_lab_failing simd failing tests/allocation/failing_malloc.cpp tests/allocation/failing_module.cpp)
target_include_directories(ffn_lab_failing PRIVATE tests)
ffn_wrap_allocation(ffn_lab_failing)
set_target_properties(ffn_lab_failing PROPERTIES EXCLUDE_FROM_ALL ON)

if(NOT FFN_BUILD_TESTS)
  return()
endif()

# The tests read the golden data from the host's file system. AddressSanitizer reserves an eighth of
# the memory.
set(FFN_TESTS_LINK_OPTIONS ${FFN_WASM_COMMON} -sNODERAWFS=1 -sALLOW_MEMORY_GROWTH=1 -sEXIT_RUNTIME=1
  -sINITIAL_MEMORY=$<IF:$<BOOL:${FFN_SANITIZE}>,512MB,64MB> -sSTACK_SIZE=$<IF:$<BOOL:${FFN_SANITIZE}>,8MB,1MB>
  $<$<BOOL:${FFN_SANITIZE}>:--profiling-funcs>)

set(whole_suite)  # the best variant that this Node runs without a flag has the whole suite, the others have FFN_VARIANT_TESTS
foreach(variant relaxed simd)
  execute_process(COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${PROJECT_SOURCE_DIR}/tests/probe_variant.mjs ${variant}
    RESULT_VARIABLE refused OUTPUT_VARIABLE flag OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(tests ${FFN_VARIANT_TESTS})
  if(NOT refused AND NOT flag AND NOT whole_suite)
    set(whole_suite ${variant})
    set(tests ${FFN_TESTS})
  endif()
  ffn_add_tests(ffn_tests_${variant} ffn_core_${variant} ${tests})
  target_link_options(ffn_tests_${variant} PRIVATE ${FFN_TESTS_LINK_OPTIONS})
  ffn_add_exhaustive(ffn_exhaustive_${variant} ffn_core_${variant})
  target_link_options(ffn_exhaustive_${variant} PRIVATE ${FFN_WASM_COMMON} -sALLOW_MEMORY_GROWTH=1 -sEXIT_RUNTIME=1)
  if(NOT refused)
    set_target_properties(ffn_tests_${variant} PROPERTIES CROSSCOMPILING_EMULATOR "${CMAKE_CROSSCOMPILING_EMULATOR};${flag}")
    doctest_discover_tests(ffn_tests_${variant} TEST_PREFIX "${variant}: ")
    message(STATUS "${variant}: tests run under this Node ${flag}")
  else()
    message(STATUS "${variant}: this Node cannot run it; its tests are built, not run")
  endif()
endforeach()

# The whole suite with the library of simd, for memory checks, and linked with SAFE_HEAP, which
# checks every memory access (tests/sanitize_wasm/run).
ffn_add_tests(ffn_tests_memory ffn_core_simd)
target_link_options(ffn_tests_memory PRIVATE ${FFN_TESTS_LINK_OPTIONS})
add_executable(ffn_tests_safe_heap $<FILTER:$<TARGET_OBJECTS:ffn_tests_memory>,EXCLUDE,[.]pch$>)
set_target_properties(ffn_tests_safe_heap PROPERTIES LINKER_LANGUAGE CXX)
target_link_libraries(ffn_tests_safe_heap PRIVATE ffn_core_simd)
target_link_options(ffn_tests_safe_heap PRIVATE ${FFN_TESTS_LINK_OPTIONS} -sSAFE_HEAP=1)
ffn_wrap_allocation(ffn_tests_safe_heap)
set_target_properties(ffn_tests_memory ffn_tests_safe_heap PROPERTIES EXCLUDE_FROM_ALL ON)
