# The doctest suite, the program that measures the accuracy of activations, and the fuzz targets.
# Included by CMakeLists.txt.

set(FFN_TESTS
  tests/main.cpp
  tests/allocation/allocation_analysis_test.cpp
  tests/allocation/allocation_io_test.cpp
  tests/allocation/allocation_language_test.cpp
  tests/allocation/allocation_test.cpp
  tests/allocation/failing_allocator.cpp
  tests/allocation/failing_malloc.cpp
  tests/core/check_test.cpp
  tests/core/matrix_test.cpp
  tests/core/names_test.cpp
  tests/core/number_text_test.cpp
  tests/core/random_test.cpp
  tests/core/shape_test.cpp
  tests/core/sine_pi_test.cpp
  tests/core/text_test.cpp
  tests/kernels/affine_test.cpp
  tests/kernels/backend_test.cpp
  tests/kernels/double2_test.cpp
  tests/kernels/double_rows_test.cpp
  tests/kernels/exp2_test.cpp
  tests/kernels/exponential_test.cpp
  tests/kernels/float4_test.cpp
  tests/kernels/moments_test.cpp
  tests/kernels/pack_and_multiply_test.cpp
  tests/kernels/packed_matrix_test.cpp
  tests/kernels/panel_product_test.cpp
  tests/kernels/product_test.cpp
  tests/kernels/relu_test.cpp
  tests/kernels/smooth_unit_test.cpp
  tests/kernels/tile_test.cpp
  tests/model/facts_file_test.cpp
  tests/nn/activation_test.cpp
  tests/nn/attention_test.cpp
  tests/nn/block_stack_test.cpp
  tests/nn/dropout_test.cpp
  tests/nn/feed_forward_backward_test.cpp
  tests/nn/feed_forward_float64_test.cpp
  tests/nn/feed_forward_test.cpp
  tests/nn/feed_forward_trace_gradients_test.cpp
  tests/nn/forward_blocks_test.cpp
  tests/nn/from_scratch_test.cpp
  tests/nn/language_model_test.cpp
  tests/nn/layer_norm_test.cpp
  tests/nn/linear_test.cpp
  tests/nn/onnx_cases_test.cpp
  tests/nn/packed_layers_test.cpp
  tests/nn/packing_test.cpp
  tests/nn/parameters_test.cpp
  tests/nn/sentences_test.cpp
  tests/nn/sequential_test.cpp
  tests/nn/softmax_test.cpp
  tests/nn/transformer_block_test.cpp
  tests/io/bert_test.cpp
  tests/io/checkpoint_error_test.cpp
  tests/io/corpus_seeds_test.cpp
  tests/io/corpus_text.cpp
  tests/io/corpus_text_test.cpp
  tests/io/dtype_test.cpp
  tests/io/feed_forward_table_test.cpp
  tests/io/file_signature_test.cpp
  tests/io/gpt2_test.cpp
  tests/io/gpt2_language_model_test.cpp
  tests/io/half_test.cpp
  tests/io/header_json_test.cpp
  tests/io/layer_tensors_test.cpp
  tests/io/malformed_corpus.cpp
  tests/io/malformed_tensors_corpus.cpp
  tests/io/npy_corpus.cpp
  tests/io/npy_header_test.cpp
  tests/io/npy_test.cpp
  tests/io/safetensors_test.cpp
  tests/io/safetensors_writer_test.cpp
  tests/io/sorted_order_test.cpp
  tests/io/tensor_info_test.cpp
  tests/io/utf8_test.cpp
  tests/io/valid_corpus.cpp
  tests/analysis/ablation_test.cpp
  tests/analysis/activation_curves_test.cpp
  tests/analysis/cost_test.cpp
  tests/analysis/dead_units_test.cpp
  tests/analysis/difference_test.cpp
  tests/analysis/dimension_check_test.cpp
  tests/analysis/dropout_statistics_test.cpp
  tests/analysis/fact_table_test.cpp
  tests/analysis/forward_stages_test.cpp
  tests/analysis/forward_statistics_test.cpp
  tests/analysis/gradient_by_depth_test.cpp
  tests/analysis/histogram_test.cpp
  tests/analysis/independence_test.cpp
  tests/analysis/knowledge_units_test.cpp
  tests/analysis/landmarks_test.cpp
  tests/analysis/linspace_test.cpp
  tests/analysis/model_cost_test.cpp
  tests/analysis/neuron_test.cpp
  tests/analysis/next_word_test.cpp
  tests/analysis/percentiles_test.cpp
  tests/analysis/ranking_test.cpp
  tests/analysis/rewrite_test.cpp
  tests/analysis/sparsity_test.cpp
  tests/analysis/summary_test.cpp
  tests/analysis/trace_dot_test.cpp
  tests/analysis/unit_words_test.cpp
  tests/train/batches_test.cpp
  tests/train/csv_dataset_test.cpp
  tests/train/csv_test.cpp
  tests/train/dataset_test.cpp
  tests/train/feed_forward_gradients_test.cpp
  tests/train/gradient_check_test.cpp
  tests/train/language_training_test.cpp
  tests/train/learning_rate_test.cpp
  tests/train/loss_test.cpp
  tests/train/non_finite_test.cpp
  tests/train/optimizer_test.cpp
  tests/train/recorded_steps_test.cpp
  tests/train/snapshots_test.cpp
  tests/train/toy_data_test.cpp
  tests/train/trainable_network_test.cpp
  tests/train/training_errors_test.cpp
  tests/train/training_results_test.cpp
  tests/train/training_run_test.cpp
  web/model/facts_file.cpp)

# The part of the suite that every WebAssembly variant runs: what the variants compile differently
# is in kernels and core, and the layers and the training of a network show its bits. The rest runs
# in one variant, and the package's tests of it run in all of them.
set(FFN_VARIANT_TESTS ${FFN_TESTS})
list(FILTER FFN_VARIANT_TESTS INCLUDE REGEX
  "^tests/((core|kernels|nn)/.*|allocation/failing_.*|train/(training_run|language_training)_test|model/facts_file_test|main)[.]cpp$|^web/model/")

# Fuzz targets: NAME_fuzz.cpp with its seed corpus in corpus/NAME and optionally its dictionary in
# NAME.dict.
set(FFN_FUZZ_TARGETS
  tests/fuzz/api_fuzz.cpp
  tests/fuzz/language_fuzz.cpp
  tests/fuzz/npy_fuzz.cpp
  tests/fuzz/safetensors_fuzz.cpp)

# ffn_compile_tests(TARGET LIBRARY): sets the compile options of the suite; -O1 for short compile
# times, because only the library's speed matters.
function(ffn_compile_tests target library)
  target_include_directories(${target} PRIVATE tests web)
  target_link_libraries(${target} PRIVATE ${library} ffn_doctest ffn_json)
  target_compile_options(${target} PRIVATE -O1)
  target_compile_definitions(${target} PRIVATE FFN_GOLDEN_DIR="${PROJECT_SOURCE_DIR}/tests/golden" DOCTEST_CONFIG_COLORS_NONE)
  if(FFN_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Werror)
  endif()
  ffn_precompile(${target} ${PROJECT_SOURCE_DIR}/src/ffn/core/matrix.h <doctest/doctest.h>)
  # A few files at a time share the headers that they include and the templates that they
  # instantiate: 40 to 50 % less compilation.
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
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
# of other files. The small tests of the core are apart, because GCC 12 warns falsely of
# uninitialized memory in some groups of other tests.
set_source_files_properties(
  tests/allocation/allocation_analysis_test.cpp
  tests/allocation/allocation_io_test.cpp
  tests/allocation/allocation_language_test.cpp
  tests/allocation/allocation_test.cpp
  tests/allocation/failing_allocator.cpp
  tests/allocation/failing_malloc.cpp
  tests/analysis/histogram_test.cpp
  tests/core/names_test.cpp
  tests/core/number_text_test.cpp
  tests/core/sine_pi_test.cpp
  tests/core/text_test.cpp
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
