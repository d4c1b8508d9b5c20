# The parts of tests/run that compile the C++ suite: for this machine, under sanitizers, and as
# WebAssembly. Sourced by tests/run.

run_native() {
  local tree=$build_root/native
  need_test_libraries
  need_packages "the tests in other locales and of users' builds" locales pkg-config=pkg-config
  configure native -DFFN_WARNINGS_AS_ERRORS=ON -DFFN_MODEL=ON -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
  if [ -n "$name" ]; then
    quietly "compiling the C++ tests" cmake --build "$tree" -j "$(jobs)" --target ffn_tests
    run_doctest "$tree/ffn_tests"
    return
  fi
  quietly "compiling native" cmake --build "$tree" -j "$(jobs)"
  ctest --test-dir "$tree" --output-on-failure --no-tests=error --timeout 600 -j "$(jobs)" | grep -vE '^ +Start |   Passed '
}

# One build and one run for both: to compile the suite takes longer than anything that is done with
# it. The part native is built as users build the library, with fused multiply-add; this one gives
# the bits of WebAssembly.
run_sanitize() {
  local tree=$build_root/sanitize
  local -x LLVM_PROFILE_FILE=$tree/tests.profraw  # each run of the instrumented program overwrites it
  need_test_libraries
  need_clang "the sanitizers"
  need_packages "measuring coverage" llvm=llvm-cov
  ensure_node
  configure sanitize -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_UNITY_BUILD=ON -DFFN_WARNINGS_AS_ERRORS=ON -DFFN_SANITIZE=ON -DFFN_COVERAGE=ON -DFFN_SAME_BITS=ON \
    -DCMAKE_BUILD_TYPE=RelWithDebInfo '-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -gline-tables-only -DNDEBUG'
  quietly "compiling sanitize" cmake --build "$tree" -j "$(jobs)" --target ffn_tests
  "$tree/ffn_tests" --test-suite=same_bits --count | grep -q 'filters: [1-9]' || die "the cases that compare bits with WebAssembly's are missing"
  if [ -n "$name" ]; then run_doctest "$tree/ffn_tests"; return; fi
  quietly "running the tests" "$tree/ffn_tests"
  llvm-profdata merge -sparse "$LLVM_PROFILE_FILE" -o "$tree/tests.profdata"
  llvm-cov export "$tree/ffn_tests" -instr-profile="$tree/tests.profdata" -format=lcov "$root/src/ffn" | node tests/coverage/report.mjs
}

# The bits of WebAssembly on ARM64, whose tiles have other shapes and instructions, by an emulator.
# Two processes: activations are over half of the time.
run_arm64() {
  local tree=$build_root/arm64 libraries=/usr/aarch64-linux-gnu filter
  need_test_libraries
  need_packages "the tests for ARM64" g++-aarch64-linux-gnu=aarch64-linux-gnu-g++ qemu-user-static=qemu-aarch64-static
  need_command aarch64-linux-gnu-g++ "Install GCC for aarch64-linux-gnu."
  need_command qemu-aarch64-static "Install QEMU's user mode emulation."
  configure arm64 -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
    "-DCMAKE_CROSSCOMPILING_EMULATOR=qemu-aarch64-static;-L;$libraries" -DCMAKE_UNITY_BUILD=ON -DFFN_SAME_BITS=ON
  quietly "compiling for ARM64" cmake --build "$tree" -j "$(jobs)" --target ffn_machine_tests
  local -x QEMU_LD_PREFIX=$libraries
  if [ -n "$name" ]; then run_doctest qemu-aarch64-static "$tree/ffn_machine_tests"; return; fi
  for filter in --source-file --source-file-exclude; do printf '%s=*/tests/kernels/*\0' "$filter"; done |
    xargs -0 -n 1 -P 2 qemu-aarch64-static "$tree/ffn_machine_tests"
}

# build_wasm_suite TARGET...
build_wasm_suite() {
  need_test_libraries
  build_engine
  ensure_emscripten
  configure wasm -DFFN_BUILD_TESTS=ON -DFFN_WARNINGS_AS_ERRORS=ON
  quietly "compiling $*" cmake --build "$build_root/wasm" -j "$(jobs)" --target "$@"
}

# node_flag VARIANT: prints the flag that this Node needs to run it, or nothing; fails if it cannot
# run it.
node_flag() { node tests/probe_variant.mjs "$1"; }

# Prints the best variant that this Node runs without a flag.
best_variant() {
  local variant flag
  for variant in relaxed simd; do if flag=$(node_flag "$variant") && [ -z "$flag" ]; then printf '%s' "$variant"; return; fi; done
}

run_wasm() {
  local best
  ensure_node
  best=$(best_variant)
  build_wasm_suite "ffn_tests_$best"
  run_variant "$best"
}

# The package's units run in the variant simd in any case; vitest.config.ts adds relaxed
# where Node needs a flag for it.
run_variants() {
  local best variant
  ensure_node
  best=$(best_variant)
  build_wasm_suite ffn_tests_relaxed ffn_tests_simd
  for variant in relaxed simd; do [ "$variant" = "$best" ] || run_variant "$variant"; done
  [ -z "$name" ] || return 0
  need_engine_tests
  run_vitest --passWithNoTests --project engine-relaxed
}

# run_variant VARIANT: its suite in one process, because starting Node takes longer than most of the
# cases (ctest starts it for each).
run_variant() {
  local flag
  flag=$(node_flag "$1") || { say "$1: this Node cannot run it; its tests are built, not run"; return; }
  say "$1${flag:+, with $flag}"
  run_doctest node ${flag:+"$flag"} "$build_root/wasm/ffn_tests_$1.js"
}
