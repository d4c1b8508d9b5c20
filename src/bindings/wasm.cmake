# Builds three WebAssembly variants of the same sources, and the doctest suite of each for Node. Included by CMakeLists.txt under
# Emscripten; the only file with Emscripten flags.

# Uses native WebAssembly exceptions; the bindings catch them and return errors as values.
set(FFN_WASM_COMMON -fwasm-exceptions)

set(FFN_WASM_OPTIONS_relaxed -msimd128 -mrelaxed-simd)
set(FFN_WASM_OPTIONS_simd -msimd128 -DFFN_SAME_BITS)
set(FFN_WASM_OPTIONS_scalar -DFFN_SAME_BITS)

set(FFN_MODULE_LINK_OPTIONS
  ${FFN_WASM_COMMON}
  # Not -O3: its wasm-opt passes reorder hot loops, which is slower in browsers that do not reschedule instructions. Not -Oz: it links a
  # smaller C library, with a slow memcpy and with log and pow that differ in the last bits.
  -Os
  -fno-rtti                         # selects the Embind library built without RTTI, as the bindings are
  -sMALLOC=emmalloc                 # 7 kB smaller than dlmalloc; large buffers are long-lived, so its speed matters little
  --no-entry
  -lembind
  -Wl,--wrap=strtod,--wrap=snprintf,--wrap=siprintf  # src/bindings/number_text.cpp
  -sMODULARIZE=1
  -sEXPORT_ES6=1
  -sENVIRONMENT=web,worker          # the engine passes the compiled module, so no file or network code is needed
  -sINCOMING_MODULE_JS_API=instantiateWasm,wasmMemory
  -sEXPORTED_RUNTIME_METHODS=HEAPF32,stackSave,stackRestore
  -sDYNAMIC_EXECUTION=0             # no `new Function` in the glue: runs under a Content-Security-Policy without unsafe-eval
  -sFILESYSTEM=0
  -sALLOW_MEMORY_GROWTH=1
  -sIMPORTED_MEMORY=1               # the engine creates it with a configurable maximum size (web/engine/src/edge/start.ts)
  -sINITIAL_MEMORY=4MB
  -sMAXIMUM_MEMORY=4GB              # upper limit of the engine's maximum size
  --js-library ${PROJECT_SOURCE_DIR}/src/bindings/library.js
  -sSTACK_SIZE=256KB
  -sSTRICT=1
  -sSUPPORT_LONGJMP=0)

# Bindings of feed-forward networks without the other layers, training, analyses and files: the module of `ffn-lab/core`, for pages whose
# first result must not wait for the whole module.
set(FFN_CORE_BINDINGS bind bindings evaluation feed_forward number_text options value values weights)

set(FFN_BINDINGS ${FFN_CORE_BINDINGS} analysis checkpoint functional language language_analysis network_analysis networks training)
list(TRANSFORM FFN_BINDINGS REPLACE ".+" "src/bindings/\\0.cpp")

# Options of cold code. Optimized as a whole at link time it is a twentieth smaller.
set(FFN_COLD_OPTIONS -Oz -flto)

# Cold sources are compiled for size, because download time matters more than their run time: everything but the loops over tensors.
set(FFN_COLD_SOURCES ${FFN_SOURCES})
list(FILTER FFN_COLD_SOURCES EXCLUDE REGEX "src/ffn/kernels/")
list(REMOVE_ITEM FFN_COLD_SOURCES
  src/ffn/core/random.cpp
  src/ffn/nn/activation.cpp
  src/ffn/nn/attention.cpp
  src/ffn/nn/dropout.cpp
  src/ffn/nn/layer_norm.cpp
  src/ffn/nn/linear.cpp
  src/ffn/nn/packed_layers.cpp
  src/ffn/nn/softmax.cpp
  src/ffn/train/loss.cpp
  src/ffn/train/non_finite.cpp
  src/ffn/train/optimizer.cpp
  src/ffn/train/trainable_network.cpp)

# Loops outside of the tiles are short or bounded by memory: unrolled they would be 10 kB of the module and save no time.
set(hot ${FFN_SOURCES})
list(REMOVE_ITEM hot ${FFN_COLD_SOURCES})
list(FILTER hot EXCLUDE REGEX "/(tile|smooth_unit)[^/]*$")
set_source_files_properties(${hot} PROPERTIES COMPILE_OPTIONS -fno-unroll-loops)

# ffn_link_module(TARGET STEM VARIANT FOLDER): links the bindings as STEM.VARIANT in FOLDER of the build tree.
function(ffn_link_module target stem variant folder)
  target_link_libraries(${target} PRIVATE ffn_core_${variant})
  target_link_options(${target} PRIVATE ${FFN_MODULE_LINK_OPTIONS})
  set_target_properties(${target} PROPERTIES
    LINKER_LANGUAGE CXX OUTPUT_NAME ${stem}.${variant} SUFFIX .js RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder}
    LINK_DEPENDS "${PROJECT_SOURCE_DIR}/src/bindings/stamp_module.mjs;${PROJECT_SOURCE_DIR}/src/bindings/library.js")
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${PROJECT_SOURCE_DIR}/src/bindings/stamp_module.mjs
      ${PROJECT_BINARY_DIR}/${folder}/${stem}.${variant}.wasm ${variant}
    VERBATIM)
endfunction()

# The tests read the golden data from the host's file system. AddressSanitizer reserves an eighth of the memory.
set(FFN_TESTS_LINK_OPTIONS ${FFN_WASM_COMMON} -sNODERAWFS=1 -sALLOW_MEMORY_GROWTH=1 -sEXIT_RUNTIME=1
  -sINITIAL_MEMORY=$<IF:$<BOOL:${FFN_SANITIZE}>,512MB,64MB> -sSTACK_SIZE=$<IF:$<BOOL:${FFN_SANITIZE}>,8MB,1MB>
  $<$<BOOL:${FFN_SANITIZE}>:--profiling-funcs>)

add_custom_target(ffn_modules)  # all three variants
set(whole_suite)  # the best variant that this Node runs without a flag has the whole suite, the others have FFN_VARIANT_TESTS
foreach(variant relaxed simd scalar)
  ffn_add_library(ffn_core_${variant} ${FFN_WASM_COMMON} ${FFN_WASM_OPTIONS_${variant}})

  add_executable(ffn_lab_${variant} ${FFN_BINDINGS})
  ffn_link_module(ffn_lab_${variant} ffn-lab ${variant} module)
  target_compile_options(ffn_lab_${variant} PRIVATE ${FFN_COLD_OPTIONS} -fno-rtti)  # the bindings are not hot, and they are a third of the module
  target_compile_definitions(ffn_lab_${variant} PRIVATE EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)  # the names require RTTI
  target_compile_definitions(ffn_lab_${variant} PRIVATE FFN_VERSION="${PROJECT_VERSION}")
  ffn_precompile(ffn_lab_${variant} ${PROJECT_SOURCE_DIR}/src/ffn/core/matrix.h <emscripten/bind.h>)
  list(JOIN FFN_CORE_BINDINGS "|" core)
  add_executable(ffn_lab_core_${variant} $<FILTER:$<TARGET_OBJECTS:ffn_lab_${variant}>,INCLUDE,/\(${core}\)[.]cpp[.]o>)
  ffn_link_module(ffn_lab_core_${variant} ffn-lab-core ${variant} module)
  add_dependencies(ffn_modules ffn_lab_${variant} ffn_lab_core_${variant})
  if(FFN_WARNINGS_AS_ERRORS)
    target_compile_options(ffn_lab_${variant} PRIVATE -Wall -Wextra -Wshadow -Werror)
  endif()

  if(FFN_BUILD_TESTS)
    execute_process(COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${PROJECT_SOURCE_DIR}/src/bindings/probe_variant.mjs ${variant}
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
  endif()
endforeach()

# The scalar variant, linked from the same objects with an allocator that can inject failures: for the package's tests.
add_executable(ffn_lab_failing EXCLUDE_FROM_ALL
  $<FILTER:$<TARGET_OBJECTS:ffn_lab_scalar>,EXCLUDE,[.]pch$> tests/allocation/failing_malloc.cpp tests/allocation/failing_module.cpp)
target_include_directories(ffn_lab_failing PRIVATE tests)
ffn_wrap_allocation(ffn_lab_failing)
ffn_link_module(ffn_lab_failing ffn-lab scalar failing)

# The whole suite with the scalar library, for memory checks, and linked with SAFE_HEAP, which checks every memory access
# (tests/sanitize_wasm/run).
if(FFN_BUILD_TESTS)
  ffn_add_tests(ffn_tests_memory ffn_core_scalar)
  target_link_options(ffn_tests_memory PRIVATE ${FFN_TESTS_LINK_OPTIONS})
  add_executable(ffn_tests_safe_heap $<FILTER:$<TARGET_OBJECTS:ffn_tests_memory>,EXCLUDE,[.]pch$>)
  set_target_properties(ffn_tests_safe_heap PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(ffn_tests_safe_heap PRIVATE ffn_core_scalar)
  target_link_options(ffn_tests_safe_heap PRIVATE ${FFN_TESTS_LINK_OPTIONS} -sSAFE_HEAP=1)
  ffn_wrap_allocation(ffn_tests_safe_heap)
  set_target_properties(ffn_tests_memory ffn_tests_safe_heap PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
