# CMake targets of tests/bench/run: natively a Google Benchmark program, under Emscripten the peer
# "Eigen". Enabled by FFN_BENCH.

if(EMSCRIPTEN)
  # Compiled with all relevant optimizations. Eigen has no packet math for WebAssembly: clang
  # vectorizes its scalar loops, and clang 19 does not emit relaxed multiply-add instructions even
  # if contraction is allowed.
  add_executable(eigen_ffn ${FFN_BENCH_EIGEN})
  target_link_libraries(eigen_ffn PRIVATE Eigen3::Eigen)
  target_compile_features(eigen_ffn PRIVATE cxx_std_20)
  target_compile_options(eigen_ffn PRIVATE -O3 -msimd128 -mrelaxed-simd -ffp-contract=fast)
  target_link_options(eigen_ffn PRIVATE -O2 --no-entry -sSTANDALONE_WASM=1 -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=1GB -sSTACK_SIZE=256KB)
  set_target_properties(eigen_ffn PROPERTIES SUFFIX .wasm)
else()
  find_package(benchmark REQUIRED)
  add_executable(ffn_native_bench ${FFN_BENCH_NATIVE})
  target_include_directories(ffn_native_bench PRIVATE tests)
  target_link_libraries(ffn_native_bench PRIVATE ffn_core ffn_json benchmark::benchmark)
endif()
