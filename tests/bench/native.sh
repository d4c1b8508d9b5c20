# Native benchmarks. Sourced by tests/bench/run --native; writes the results to $bench_build/native.json.

# Debian's default BLAS is the slow reference implementation. For a fair comparison OpenBLAS (libopenblas0-pthread) is unpacked for this
# measurement, but not installed, because that would change the BLAS of all other programs.
openblas_folder() { find -L "$bench_build/openblas" -name libblas.so.3 -printf '%h' -quit 2>/dev/null; }

private_openblas() {
  has_apt || { printf '%s\n' "no apt: PyTorch uses the system's BLAS"; return 0; }
  [ -z "$(openblas_folder)" ] || return 0
  mkdir -p "$bench_build/openblas"
  (cd "$bench_build/openblas" && apt-get download libopenblas0-pthread && dpkg -x libopenblas0-pthread_*.deb .)
}

# native_bench LANES FILE WORK: FeedForward::forward in the library's default build, with tiles of at most that width.
native_bench() {
  FFN_TILES=$1 "$build_root/native-bench/ffn_native_bench" --benchmark_repetitions=9 --benchmark_min_time=0.05 \
    --benchmark_out="$2" --benchmark_out_format=json "$3"
}

# native_pytorch FILE WORK: some machines set OpenBLAS's processor and cache size in the environment, which slows it down.
native_pytorch() {
  env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE LD_LIBRARY_PATH="$(openblas_folder)" OPENBLAS_NUM_THREADS=1 \
    "$python" tests/bench/native/pytorch.py "$1" "$2"
}

# The programs alternate within each case, so that a change of the machine's load affects all of them.
race_natively() {
  local works work lanes name results=$bench_build/native python=/usr/bin/python3  # Debian's, which has Debian's packages
  need_build_tools
  need_packages "measuring natively" libbenchmark-dev python3-numpy python3-torch
  configure native-bench -DFFN_BENCH=ON -DFFN_BUILD_TESTS=OFF
  quietly "compiling the C++ library and its benchmark" cmake --build "$build_root/native-bench" -j "$(jobs)" --target ffn_native_bench
  rm -rf "$results"
  mkdir -p "$results"
  if "$python" -c 'import torch' 2>/dev/null; then
    quietly "OpenBLAS for PyTorch" private_openblas
  else
    note "PyTorch is not installed: only the C++ library is measured"
    python=
  fi
  mapfile -t works < <(node tests/bench/native.mjs --works)
  for work in "${works[@]}"; do
    name=${work%%:*}
    for lanes in $("$build_root/native-bench/ffn_native_bench" --lanes); do
      quietly "$name, the C++ library with $lanes lanes" native_bench "$lanes" "$results/$name-ours-$lanes.json" "$work"
    done
    [ -z "$python" ] || quietly "$name, PyTorch" native_pytorch "$results/$name-pytorch.json" "$work"
  done
  node tests/bench/native.mjs "$results"/*.json "$bench_build/native.json"
}
