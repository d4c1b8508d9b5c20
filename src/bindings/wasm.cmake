# Builds three WebAssembly variants of the same sources. Included by CMakeLists.txt under
# Emscripten. Emscripten flags are here; the tests' flags are in tests/wasm_tests.cmake.

# Uses native WebAssembly exceptions; the bindings catch them and return errors as values.
set(FFN_WASM_COMMON -fwasm-exceptions)

set(FFN_WASM_OPTIONS_relaxed -msimd128 -mrelaxed-simd)
set(FFN_WASM_OPTIONS_simd -msimd128 -DFFN_SAME_BITS)
set(FFN_WASM_OPTIONS_scalar -DFFN_SAME_BITS)

set(FFN_MODULE_LINK_OPTIONS
  ${FFN_WASM_COMMON}
  # Not -O3: its wasm-opt passes reorder hot loops, which is slower in browsers that do not
  # reschedule instructions. Not -Oz: it links a smaller C library, with a slow memcpy and with log
  # and pow that differ in the last bits.
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

# Bindings of feed-forward networks without the other layers, training, analyses and files: the
# module of `ffn-lab/core`, for pages whose first result must not wait for the whole module.
set(FFN_CORE_BINDINGS bind bindings evaluation feed_forward number_text options value values weights)

set(FFN_BINDINGS ${FFN_CORE_BINDINGS} analysis checkpoint functional language language_analysis network_analysis networks training)
list(TRANSFORM FFN_BINDINGS REPLACE ".+" "src/bindings/\\0.cpp")

# Options of cold code. Link-time optimization makes it a twentieth smaller.
set(FFN_COLD_OPTIONS -Oz -flto)

# Cold sources are compiled for size, because download time matters more than their run time:
# everything but the loops over tensors.
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

# Loops outside of the tiles are short or bounded by memory: unrolling them would add 10 kB to the
# module and save no time.
set(hot ${FFN_SOURCES})
list(REMOVE_ITEM hot ${FFN_COLD_SOURCES})
list(FILTER hot EXCLUDE REGEX "/(tile|smooth_unit)[^/]*$")
set_source_files_properties(${hot} PROPERTIES COMPILE_OPTIONS -fno-unroll-loops)

# ffn_link_module(TARGET STEM VARIANT FOLDER): links the bindings as STEM.VARIANT in FOLDER of the
# build tree.
function(ffn_link_module target stem variant folder)
  target_link_libraries(${target} PRIVATE ffn_core_${variant})
  target_link_options(${target} PRIVATE ${FFN_MODULE_LINK_OPTIONS})
  set_target_properties(${target} PROPERTIES
    LINKER_LANGUAGE CXX OUTPUT_NAME ${stem}.${variant} SUFFIX .js RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder}-linked
    LINK_DEPENDS "${PROJECT_SOURCE_DIR}/src/bindings/stamp_module.mjs;${PROJECT_SOURCE_DIR}/src/bindings/library.js")
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${PROJECT_SOURCE_DIR}/src/bindings/stamp_module.mjs
      ${PROJECT_BINARY_DIR}/${folder}-linked/${stem}.${variant}.wasm ${variant} ${PROJECT_BINARY_DIR}/${folder}
    VERBATIM)
endfunction()

add_custom_target(ffn_modules)  # all three variants
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
endforeach()
