# Three WebAssembly variants of one source, and the doctest suite of each under Node. Included by CMakeLists.txt under
# Emscripten; the only place with Emscripten's flags.

# Exceptions are WebAssembly's own: C++ throws inside, the binding catches at the edge and returns an error as a value.
set(FFN_WASM_COMMON -fwasm-exceptions)

set(FFN_WASM_OPTIONS_relaxed -msimd128 -mrelaxed-simd)
set(FFN_WASM_OPTIONS_simd -msimd128)
set(FFN_WASM_OPTIONS_scalar "")

set(FFN_MODULE_LINK_OPTIONS
  ${FFN_WASM_COMMON}
  -O2                               # wasm-opt -O3 reorders hot loops, which costs speed in browsers that do not schedule
  --no-entry
  -lembind
  -sMODULARIZE=1
  -sEXPORT_ES6=1
  -sENVIRONMENT=web,worker          # the engine hands the compiled module over, so no file or network code is needed
  -sINCOMING_MODULE_JS_API=instantiateWasm
  -sDYNAMIC_EXECUTION=0             # no `new Function` in the glue: runs under a Content-Security-Policy without unsafe-eval
  -sFILESYSTEM=0
  -sALLOW_MEMORY_GROWTH=1
  -sINITIAL_MEMORY=4MB
  -sMAXIMUM_MEMORY=1GB              # phones refuse to reserve 2 GiB
  -sSTACK_SIZE=256KB
  -sSTRICT=1
  -sSUPPORT_LONGJMP=0)

# Can this Node run the variant? Asked once per variant with a module of four instructions; FLAG comes back when Node
# knows the feature but hides it behind a flag.
function(ffn_probe_node variant out_runs out_flag)
  set(${out_runs} FALSE PARENT_SCOPE)
  foreach(flag "" --experimental-wasm-relaxed-simd)
    execute_process(
      COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${flag} ${PROJECT_SOURCE_DIR}/src/bindings/probe_variant.mjs ${variant}
      RESULT_VARIABLE refused OUTPUT_QUIET ERROR_QUIET)
    if(refused EQUAL 0)
      set(${out_runs} TRUE PARENT_SCOPE)
      set(${out_flag} "${flag}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

set(FFN_BINDINGS
  src/bindings/analysis.cpp
  src/bindings/attention.cpp
  src/bindings/bindings.cpp
  src/bindings/block_stack.cpp
  src/bindings/checkpoint.cpp
  src/bindings/feed_forward.cpp
  src/bindings/feed_forward_units.cpp
  src/bindings/from_scratch.cpp
  src/bindings/functional.cpp
  src/bindings/layer_norm.cpp
  src/bindings/network_analysis.cpp
  src/bindings/network_handle.cpp
  src/bindings/result.cpp
  src/bindings/softmax.cpp
  src/bindings/training_data.cpp
  src/bindings/training_run.cpp
  src/bindings/transformer_block.cpp
  src/bindings/values.cpp
  src/bindings/weights.cpp)

# Files and analyses are downloaded more often than they are waited for; the one with a hot loop of its own keeps its speed.
set(FFN_COLD_SOURCES ${FFN_SOURCES})
list(FILTER FFN_COLD_SOURCES INCLUDE REGEX "src/ffn/(analysis|io)/")
list(REMOVE_ITEM FFN_COLD_SOURCES src/ffn/analysis/neuron.cpp)
set_source_files_properties(${FFN_COLD_SOURCES} PROPERTIES COMPILE_OPTIONS -Os)

foreach(variant relaxed simd scalar)
  ffn_add_library(ffn_core_${variant} ${FFN_WASM_COMMON} ${FFN_WASM_OPTIONS_${variant}})

  add_executable(ffn_lab_${variant} ${FFN_BINDINGS})
  target_link_libraries(ffn_lab_${variant} PRIVATE ffn_core_${variant})
  target_compile_options(ffn_lab_${variant} PRIVATE -Os)  # nothing at the edge is hot, and it is a third of the module
  target_compile_definitions(ffn_lab_${variant} PRIVATE FFN_VERSION="${PROJECT_VERSION}")
  target_link_options(ffn_lab_${variant} PRIVATE ${FFN_MODULE_LINK_OPTIONS})
  set_target_properties(ffn_lab_${variant} PROPERTIES
    OUTPUT_NAME ffn-lab.${variant} SUFFIX .js RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/module)
  if(FFN_WARNINGS_AS_ERRORS)
    target_compile_options(ffn_lab_${variant} PRIVATE -Wall -Wextra -Wshadow -Werror)
  endif()

  if(FFN_BUILD_TESTS)
    ffn_add_tests(ffn_tests_${variant} ffn_core_${variant})
    # The tests read the golden data from the host's file system.
    target_link_options(ffn_tests_${variant} PRIVATE
      ${FFN_WASM_COMMON} -sNODERAWFS=1 -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=64MB -sSTACK_SIZE=1MB -sEXIT_RUNTIME=1)
    ffn_add_exhaustive(ffn_exhaustive_${variant} ffn_core_${variant})
    target_link_options(ffn_exhaustive_${variant} PRIVATE ${FFN_WASM_COMMON} -sALLOW_MEMORY_GROWTH=1 -sEXIT_RUNTIME=1)
    ffn_probe_node(${variant} runs flag)
    if(runs)
      set_target_properties(ffn_tests_${variant} PROPERTIES CROSSCOMPILING_EMULATOR "${CMAKE_CROSSCOMPILING_EMULATOR};${flag}")
      doctest_discover_tests(ffn_tests_${variant} TEST_PREFIX "${variant}: ")
      message(STATUS "${variant}: tests run under this Node ${flag}")
    else()
      message(STATUS "${variant}: this Node cannot run it; its tests are built, not run")
    endif()
  endif()
endforeach()
