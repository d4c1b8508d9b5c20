# Builds two WebAssembly variants of the same sources. Included by CMakeLists.txt under
# Emscripten. Emscripten flags are here; the tests' flags are in tests/wasm_tests.cmake.

# Uses native WebAssembly exceptions; the bindings catch them and return errors as values. Without
# run-time type information, which nothing here reads: 2 kB less to download, most of it names of
# std::function's classes. At the link the option selects the Embind library without it.
set(FFN_WASM_COMMON -fwasm-exceptions -fno-rtti)

set(FFN_WASM_OPTIONS_relaxed -msimd128 -mrelaxed-simd)
set(FFN_WASM_OPTIONS_simd -msimd128 -DFFN_SAME_BITS)
set(FFN_WASM_OPTIONS_shared -msimd128)

set(FFN_MODULE_LINK_OPTIONS
  ${FFN_WASM_COMMON}
  # Not -O3: its wasm-opt passes reorder hot loops, which is slower in browsers that do not
  # reschedule instructions. Not -Oz: it links a smaller C library, with a slow memcpy and with log
  # and pow that differ in the last bits.
  -Os
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

# Options of cold code. Link-time optimization makes it a twentieth smaller.
set(FFN_COLD_OPTIONS -Oz -flto)

# The variants differ in the kernels: nothing else uses the vectors of float4.h and double2.h.
set(FFN_KERNELS ${FFN_SOURCES})
list(FILTER FFN_KERNELS INCLUDE REGEX "src/ffn/kernels/")

# Loops over tensors outside of the kernels.
set(FFN_HOT_SOURCES
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
  src/ffn/train/optimizer.cpp)

# Everything else is compiled for size, because download time matters more than its run time.
set(FFN_COLD_SOURCES ${FFN_SOURCES})
list(REMOVE_ITEM FFN_COLD_SOURCES ${FFN_KERNELS} ${FFN_HOT_SOURCES})

# Loops outside of the tiles are short or bounded by memory: unrolling them would add 10 kB to the
# module and save no time.
set(rolled ${FFN_KERNELS} ${FFN_HOT_SOURCES})
list(FILTER rolled EXCLUDE REGEX "/(tile|activation_kernel)[^/]*$")
set_source_files_properties(${rolled} PROPERTIES COMPILE_OPTIONS -fno-unroll-loops)

# Compiled once, for both variants.
add_library(ffn_hot OBJECT ${FFN_HOT_SOURCES})
ffn_compile_library(ffn_hot ${FFN_WASM_COMMON} ${FFN_WASM_OPTIONS_shared})
add_library(ffn_cold OBJECT ${FFN_COLD_SOURCES})
ffn_compile_library(ffn_cold ${FFN_WASM_COMMON} ${FFN_WASM_OPTIONS_shared})
target_compile_options(ffn_cold PRIVATE ${FFN_COLD_OPTIONS})
set_target_properties(ffn_cold PROPERTIES UNITY_BUILD ON)

# The bindings: cold as well, and a third of the module. Six at a time share the templates of Embind
# and Eigen, which are most of their compilation.
file(GLOB FFN_BINDINGS CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} src/bindings/*.cpp)
add_library(ffn_bindings OBJECT ${FFN_BINDINGS})
target_link_libraries(ffn_bindings PRIVATE ffn_cold)
target_compile_options(ffn_bindings PRIVATE ${FFN_COLD_OPTIONS})
target_compile_definitions(ffn_bindings PRIVATE
  EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0  # the names require RTTI
  FFN_VERSION="${PROJECT_VERSION}")
set_target_properties(ffn_bindings PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
ffn_precompile(ffn_bindings ${PROJECT_SOURCE_DIR}/src/ffn/core/matrix.h <emscripten/bind.h>)
if(FFN_WARNINGS_AS_ERRORS)
  target_compile_options(ffn_bindings PRIVATE -Wall -Wextra -Wshadow -Werror)
endif()

# ffn_add_module(TARGET VARIANT FOLDER SOURCE...): links bindings, library and sources as
# ffn-lab.VARIANT in FOLDER of the build tree.
function(ffn_add_module target variant folder)
  add_executable(${target} $<FILTER:$<TARGET_OBJECTS:ffn_bindings>,EXCLUDE,[.]pch$> ${ARGN})
  target_link_libraries(${target} PRIVATE ffn_core_${variant})
  target_link_options(${target} PRIVATE ${FFN_MODULE_LINK_OPTIONS})
  set_target_properties(${target} PROPERTIES
    LINKER_LANGUAGE CXX OUTPUT_NAME ffn-lab.${variant} SUFFIX .js RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder}-linked
    LINK_DEPENDS "${PROJECT_SOURCE_DIR}/src/bindings/stamp_module.mjs;${PROJECT_SOURCE_DIR}/src/bindings/library.js")
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${PROJECT_SOURCE_DIR}/src/bindings/stamp_module.mjs
      ${PROJECT_BINARY_DIR}/${folder}-linked/ffn-lab.${variant}.wasm ${variant} ${PROJECT_BINARY_DIR}/${folder}
    VERBATIM)
endfunction()

add_custom_target(ffn_modules)  # both variants
foreach(variant relaxed simd)
  # Cold before hot: of a template that both instantiate, the linker takes the first, smaller one.
  add_library(ffn_core_${variant} STATIC ${FFN_KERNELS}
    $<FILTER:$<TARGET_OBJECTS:ffn_cold>,EXCLUDE,[.]pch$> $<FILTER:$<TARGET_OBJECTS:ffn_hot>,EXCLUDE,[.]pch$>)
  ffn_compile_library(ffn_core_${variant} ${FFN_WASM_COMMON} ${FFN_WASM_OPTIONS_${variant}})
  ffn_add_module(ffn_lab_${variant} ${variant} module)
  add_dependencies(ffn_modules ffn_lab_${variant})
endforeach()
