# Sources and compile options of the C++ library. Included by CMakeLists.txt.

set(FFN_SOURCES
  src/ffn/core/check.cpp
  src/ffn/core/names.cpp
  src/ffn/core/number_text.cpp
  src/ffn/core/random.cpp
  src/ffn/core/shape.cpp
  src/ffn/core/sine_pi.cpp
  src/ffn/core/text.cpp
  src/ffn/kernels/affine.cpp
  src/ffn/kernels/backend.cpp
  src/ffn/kernels/exponential.cpp
  src/ffn/kernels/moments.cpp
  src/ffn/kernels/pack_and_multiply.cpp
  src/ffn/kernels/packed_matrix.cpp
  src/ffn/kernels/panel_product.cpp
  src/ffn/kernels/product.cpp
  src/ffn/kernels/relu.cpp
  src/ffn/kernels/smooth_unit.cpp
  src/ffn/kernels/tile.cpp
  src/ffn/nn/activation.cpp
  src/ffn/nn/attention.cpp
  src/ffn/nn/block_stack.cpp
  src/ffn/nn/dropout.cpp
  src/ffn/nn/feed_forward.cpp
  src/ffn/nn/from_scratch.cpp
  src/ffn/nn/language_model.cpp
  src/ffn/nn/layer_norm.cpp
  src/ffn/nn/linear.cpp
  src/ffn/nn/packed_layers.cpp
  src/ffn/nn/parameters.cpp
  src/ffn/nn/sentences.cpp
  src/ffn/nn/sequential.cpp
  src/ffn/nn/softmax.cpp
  src/ffn/nn/transformer_block.cpp
  src/ffn/io/bert.cpp
  src/ffn/io/checkpoint_error.cpp
  src/ffn/io/dtype.cpp
  src/ffn/io/feed_forward_table.cpp
  src/ffn/io/file_signature.cpp
  src/ffn/io/gpt2.cpp
  src/ffn/io/gpt2_language_model.cpp
  src/ffn/io/half.cpp
  src/ffn/io/header_json.cpp
  src/ffn/io/layer_tensors.cpp
  src/ffn/io/npy.cpp
  src/ffn/io/npy_header.cpp
  src/ffn/io/safetensors.cpp
  src/ffn/io/safetensors_writer.cpp
  src/ffn/io/sorted_order.cpp
  src/ffn/io/tensor_info.cpp
  src/ffn/io/utf8.cpp
  src/ffn/analysis/ablation.cpp
  src/ffn/analysis/activation_curves.cpp
  src/ffn/analysis/cost.cpp
  src/ffn/analysis/dead_units.cpp
  src/ffn/analysis/difference.cpp
  src/ffn/analysis/dimension_check.cpp
  src/ffn/analysis/dropout_statistics.cpp
  src/ffn/analysis/fact_table.cpp
  src/ffn/analysis/forward_stages.cpp
  src/ffn/analysis/forward_statistics.cpp
  src/ffn/analysis/gradient_by_depth.cpp
  src/ffn/analysis/histogram.cpp
  src/ffn/analysis/independence.cpp
  src/ffn/analysis/knowledge_units.cpp
  src/ffn/analysis/landmarks.cpp
  src/ffn/analysis/linspace.cpp
  src/ffn/analysis/model_cost.cpp
  src/ffn/analysis/neuron.cpp
  src/ffn/analysis/next_word.cpp
  src/ffn/analysis/percentiles.cpp
  src/ffn/analysis/ranking.cpp
  src/ffn/analysis/rewrite.cpp
  src/ffn/analysis/sparsity.cpp
  src/ffn/analysis/summary.cpp
  src/ffn/analysis/trace_dot.cpp
  src/ffn/analysis/unit_words.cpp
  src/ffn/train/batches.cpp
  src/ffn/train/csv.cpp
  src/ffn/train/csv_dataset.cpp
  src/ffn/train/dataset.cpp
  src/ffn/train/feed_forward_gradients.cpp
  src/ffn/train/gradient_check.cpp
  src/ffn/train/language_training.cpp
  src/ffn/train/learning_rate.cpp
  src/ffn/train/loss.cpp
  src/ffn/train/non_finite.cpp
  src/ffn/train/optimizer.cpp
  src/ffn/train/toy_data.cpp
  src/ffn/train/trainable_network.cpp
  src/ffn/train/training_run.cpp)

# Kernels with wider vectors than WebAssembly's, each compiled for its instruction set and selected
# at run time (src/ffn/kernels/tile.h). Lanes are elements of the result, so the summation order
# does not depend on the number of lanes. Natively the tiles, and nothing else, use fused
# multiply-add; with FFN_SAME_BITS they do not, and then all widths and builds give the same bits.
set(fused $<$<NOT:$<BOOL:${FFN_SAME_BITS}>>:-ffp-contract=fast>)
if(NOT EMSCRIPTEN)
  set_source_files_properties(src/ffn/kernels/tile.cpp PROPERTIES COMPILE_OPTIONS "${fused}" SKIP_PRECOMPILE_HEADERS ON)
endif()
if(NOT EMSCRIPTEN AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(FFN_WIDE_TILES ON)
  set(avx2 src/ffn/kernels/smooth_unit_avx2.cpp src/ffn/kernels/tile_avx2.cpp)
  set(avx512 src/ffn/kernels/smooth_unit_avx512.cpp src/ffn/kernels/tile_avx512.cpp)
  list(APPEND FFN_SOURCES ${avx2} ${avx512})
  set_source_files_properties(${avx2} ${avx512} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  set_property(SOURCE ${avx2} APPEND PROPERTY COMPILE_OPTIONS -mavx2 -mfma)
  set_property(SOURCE ${avx512} APPEND PROPERTY COMPILE_OPTIONS -mavx512f -mfma)
  set_property(SOURCE src/ffn/kernels/tile_avx2.cpp src/ffn/kernels/tile_avx512.cpp APPEND PROPERTY COMPILE_OPTIONS "${fused}")
endif()

# With UNITY_BUILD the files of a folder are compiled as one, in half of the time: sources compiled
# for size, and instrumented builds.
foreach(source ${FFN_SOURCES})
  get_filename_component(folder ${source} DIRECTORY)
  get_filename_component(folder ${folder} NAME)
  set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
endforeach()
# Alone in an object: the bindings have a smaller to_text, which the linker takes in its place.
set_source_files_properties(src/ffn/core/number_text.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

# ffn_add_library(NAME OPTION...): adds the library as target NAME with the given compile options,
# which its users inherit; compiles FFN_COLD_SOURCES for size.
function(ffn_add_library name)
  set(hot ${FFN_SOURCES})
  if(FFN_COLD_SOURCES)
    list(REMOVE_ITEM hot ${FFN_COLD_SOURCES})
    add_library(${name}_cold OBJECT ${FFN_COLD_SOURCES})
    ffn_compile_library(${name}_cold ${ARGN})
    target_compile_options(${name}_cold PRIVATE ${FFN_COLD_OPTIONS})
    set_target_properties(${name}_cold PROPERTIES UNITY_BUILD ON)
    list(APPEND hot $<TARGET_OBJECTS:${name}_cold>)
  endif()
  add_library(${name} STATIC ${hot})
  ffn_compile_library(${name} ${ARGN})
endfunction()

# ffn_precompile(TARGET HEADER...): precompiles headers that every file of the target includes,
# which saves up to half of the compile time. Not with GCC, because GCC 12 then no longer recognizes
# system headers and reports their warnings.
function(ffn_precompile target)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# ffn_compile_library(NAME OPTION...): sets the compile options of a target made of the library's
# sources.
function(ffn_compile_library name)
  set_target_properties(${name} PROPERTIES UNITY_BUILD_MODE GROUP)
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
  target_link_libraries(${name} PUBLIC Eigen3::Eigen PRIVATE $<BUILD_INTERFACE:ffn_json>)  # used only in .cpp files
  target_compile_features(${name} PUBLIC cxx_std_20)
  # No contraction outside of the tiles: a * b + c rounds twice, so that all builds give the same
  # bits.
  target_compile_options(${name} PUBLIC -ffp-contract=off ${ARGN})
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  target_compile_definitions(${name} PRIVATE $<$<BOOL:${FFN_WIDE_TILES}>:FFN_WIDE_TILES> PUBLIC $<$<BOOL:${FFN_SAME_BITS}>:FFN_SAME_BITS>)
  if(FFN_WARNINGS_AS_ERRORS)
    target_compile_options(${name} PRIVATE -Werror)
  endif()
  if(FFN_SANITIZE)
    # Lines only, for stack traces; not for WebAssembly: it makes the module many times larger, and
    # stack traces have names without it.
    target_compile_options(${name} PUBLIC -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer $<$<NOT:$<BOOL:${EMSCRIPTEN}>>:-g1>)
    target_link_options(${name} PUBLIC -fsanitize=address,undefined)
  endif()
  if(FFN_COVERAGE)
    target_compile_options(${name} PUBLIC -fprofile-instr-generate -fcoverage-mapping)
    target_link_options(${name} PUBLIC -fprofile-instr-generate)
  endif()
  ffn_precompile(${name} ${PROJECT_SOURCE_DIR}/src/ffn/core/matrix.h)
endfunction()
