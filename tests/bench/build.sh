# Builds the parts of the race. Sourced by tests/bench/run after src/tools/*.sh.
# Every step is skipped if its result is up to date.

bench_build="$build_root/bench"

# Compiles the peer "Eigen" to WebAssembly.
build_eigen() {
  if fresh "$build_root/wasm-bench/stamp" "$root/tests/bench/eigen" "$root/tests/bench/bench.cmake"; then return 0; fi
  need_build_tools
  ensure_emscripten
  configure wasm-bench -DFFN_BENCH=ON -DFFN_BUILD_TESTS=OFF
  quietly "compiling Eigen's product to WebAssembly" cmake --build "$build_root/wasm-bench" --target eigen_ffn
  touch "$build_root/wasm-bench/stamp"
}

build_race() {
  build_engine
  npm_packages tests
  npm_packages tests/peers
  npm_packages tests/peers/tensorflow
  build_eigen
  if fresh "$bench_build/shared.mjs" "$root/tests/bench" "$root/tests/peers" "$root/web/page/src/steps/speed/harness" "$root/web/engine/src" "$build_root/wasm-modules.stamp"; then return 0; fi
  quietly "bundling the page of the race" node "$root/tests/bench/build.mjs"
}

