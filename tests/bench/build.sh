# What the race is made of. Sourced by tests/bench/run after src/bindings/setup/*.sh and web/build.sh.
# Every step is quick when there is nothing to do.

bench_build="$build_root/bench"

# Binaryen comes with every Emscripten, in a folder that the installations disagree about.
binaryen_tool() {
  local folder
  folder=$(em-config BINARYEN_ROOT)
  if [ -x "$folder/bin/$1" ]; then printf '%s' "$folder/bin/$1"; else command -v "$1" || die "$1 of Binaryen was not found in $folder."; fi
}

# What stands in each loop of the finished binary is what its name says: a compiler may move or drop what it finds useless.
check_ceilings() {
  "$(binaryen_tool wasm-dis)" "$bench_build/ceilings/ceilings.$1.wasm" -o "$bench_build/ceilings/ceilings.$1.wat" &&
    node "$root/tests/bench/check_ceilings.mjs" "$1" "$bench_build/ceilings/ceilings.$1.wat"
}

# The two modules of ceilings, a kilobyte or two each.
build_ceilings() {
  local out="$bench_build/ceilings" variant flags
  if fresh "$out/stamp" "$root/tests/bench/ceilings" "$root/tests/bench/check_ceilings.mjs" "$root/tests/bench/build.sh"; then return 0; fi
  ensure_emscripten
  mkdir -p "$out"
  for variant in simd relaxed; do
    flags=(-msimd128)
    [ "$variant" = simd ] || flags+=(-mrelaxed-simd)
    quietly "compiling the ceilings ($variant)" emcc "$root/tests/bench/ceilings/ceilings.c" -O2 "${flags[@]}" -Wall -Wextra -Werror \
      --no-entry -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH=1 -sSTRICT=1 -sINITIAL_MEMORY=1MB -sSTACK_SIZE=64KB -o "$out/ceilings.$variant.wasm"
    quietly "looking into the ceilings ($variant)" check_ceilings "$variant"
  done
  touch "$out/stamp"
}

# Eigen's own product.
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
  build_ceilings
  build_eigen
  if fresh "$bench_build/shared.mjs" "$root/tests/bench" "$root/tests/peers" "$root/web/page/src/speed" "$root/web/engine/src" "$build_root/wasm-modules.stamp"; then return 0; fi
  quietly "bundling the page of the race" node "$root/tests/bench/build.mjs"
}

need_chromium() {
  need_packages "the race" chromium=chromium
  FFN_CHROMIUM=${FFN_CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
  [ -x "$FFN_CHROMIUM" ] || die "no Chromium was found." "Install it, or name one: FFN_CHROMIUM=/path/to/chromium tests/bench/run"
  export FFN_CHROMIUM
}
