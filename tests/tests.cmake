# The doctest suite, the program that measures the accuracy of activations, and the fuzz targets.
# Included by CMakeLists.txt.

# The suite: every NAME_test.cpp below tests/, and the sources that they share.
file(GLOB FFN_TESTS CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
  tests/main.cpp tests/*/*_test.cpp tests/io/*.cpp tests/allocation/failing_*.cpp src/model/facts_file.cpp)
list(REMOVE_ITEM FFN_TESTS tests/allocation/failing_module.cpp)  # for the package's tests (wasm_tests.cmake)

# Failures of allocations are injected by the linker's option --wrap, which Apple's lacks: there the
# files that do so are left out.
if(EMSCRIPTEN)
  set(FFN_LINKER_WRAPS ON)
else()
  include(CheckLinkerFlag)
  check_linker_flag(CXX LINKER:--wrap=malloc FFN_LINKER_WRAPS)
endif()
if(NOT FFN_LINKER_WRAPS)
  foreach(source ${FFN_TESTS})
    file(STRINGS ${source} injects REGEX "allocation/failing_")
    if(injects OR source MATCHES "allocation/")
      list(REMOVE_ITEM FFN_TESTS ${source})
    endif()
  endforeach()
  message(STATUS "the linker has no --wrap: the tests that inject failures of allocations are left out")
endif()

# The part of the suite that every WebAssembly variant runs: core and kernels, whose code the
# variants compile differently, and the layers and the training of a network, whose bits depend on
# it. The rest runs in one variant; the package's tests cover it in all of them.
set(FFN_VARIANT_TESTS ${FFN_TESTS})
list(FILTER FFN_VARIANT_TESTS INCLUDE REGEX
  "^tests/((core|kernels|nn)/.*|allocation/failing_.*|train/(training_run|language_training)_test|model/facts_file_test|main)[.]cpp$|^src/model/")

# Eight files of a folder at a time share the headers that they include and the templates that they
# instantiate: 40 to 50 % less compilation. A new file changes the groups of its folder only.
set(folder_before)
foreach(source ${FFN_TESTS})
  get_filename_component(folder ${source} DIRECTORY)
  if(NOT folder STREQUAL folder_before)
    set(folder_before ${folder})
    set(count 0)
  endif()
  math(EXPR group "${count} / 8")
  math(EXPR count "${count} + 1")
  string(MAKE_C_IDENTIFIER "${folder}_${group}" group)
  set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
endforeach()

# Fuzz targets: NAME_fuzz.cpp with its seed corpus in corpus/NAME and optionally its dictionary in
# NAME.dict.
file(GLOB FFN_FUZZ_TARGETS CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} tests/fuzz/*_fuzz.cpp)

# ffn_compile_tests(TARGET LIBRARY): sets the compile options of the suite; -O1 for short compile
# times, because only the library's speed matters.
function(ffn_compile_tests target library)
  target_include_directories(${target} PRIVATE tests)
  target_link_libraries(${target} PRIVATE ${library} ffn_doctest ffn_json)
  target_compile_options(${target} PRIVATE -O1)
  target_compile_definitions(${target} PRIVATE FFN_GOLDEN_DIR="${PROJECT_SOURCE_DIR}/tests/golden" DOCTEST_CONFIG_COLORS_NONE)
  if(FFN_WARNINGS_AS_ERRORS)
    # GCC 12 warns falsely of uninitialized memory in some groups of tests.
    target_compile_options(${target} PRIVATE -Wall -Wextra -Werror $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  endif()
  ffn_precompile(${target} ${PROJECT_SOURCE_DIR}/src/ffn/core/matrix.h <doctest/doctest.h>)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# ffn_add_tests(NAME LIBRARY [SOURCE...]): adds the doctest suite for that library, by default all
# of it; each case is a ctest test NAME.CASE.
function(ffn_add_tests name library)
  set(sources ${ARGN})
  if(NOT sources)
    set(sources ${FFN_TESTS})
  endif()
  add_executable(${name} ${sources})
  ffn_compile_tests(${name} ${library})
  ffn_wrap_allocation(${name})
endfunction()

# ffn_wrap_allocation(TARGET): redirects allocations to tests/allocation/failing_malloc.cpp, which
# can inject failures.
function(ffn_wrap_allocation target)
  if(NOT FFN_LINKER_WRAPS)
    return()
  endif()
  foreach(function malloc calloc realloc aligned_alloc posix_memalign free __cxa_allocate_exception)
    target_link_options(${target} PRIVATE LINKER:--wrap=${function})
  endforeach()
endfunction()

# ffn_add_exhaustive(NAME LIBRARY): adds the program that measures the error of the activations over
# every float32.
function(ffn_add_exhaustive name library)
  find_package(Threads REQUIRED)
  add_executable(${name} tests/accuracy/exhaustive.cpp)
  target_include_directories(${name} PRIVATE tests)
  target_link_libraries(${name} PRIVATE ${library} Threads::Threads)
endfunction()

set_source_files_properties(tests/main.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)  # has doctest's implementation

# Excluded from the unity build: files that replace the allocator, or whose names collide with those
# of other files.
set_source_files_properties(
  tests/allocation/allocation_analysis_test.cpp
  tests/allocation/allocation_io_test.cpp
  tests/allocation/allocation_language_test.cpp
  tests/allocation/allocation_test.cpp
  tests/allocation/failing_allocator.cpp
  tests/allocation/failing_malloc.cpp
  tests/analysis/histogram_test.cpp
  tests/io/npy_corpus.cpp
  tests/io/npy_test.cpp
  tests/io/safetensors_test.cpp
  tests/io/valid_corpus.cpp
  tests/kernels/pack_and_multiply_test.cpp
  tests/kernels/tile_test.cpp
  tests/nn/packed_layers_test.cpp
  tests/nn/packing_test.cpp
  tests/nn/softmax_test.cpp
  tests/nn/transformer_block_test.cpp
  tests/train/non_finite_test.cpp
  tests/train/toy_data_test.cpp
  tests/train/training_errors_test.cpp
  tests/train/training_results_test.cpp
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
