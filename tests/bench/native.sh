# Native benchmarks. Sourced by tests/bench/run --native; writes the results to $bench_build/native.json.

# Debian's default BLAS is the slow reference implementation. For a fair comparison OpenBLAS (libopenblas0-pthread) is unpacked for this
# measurement, but not installed, because that would change the BLAS of all other programs.
openblas_folder() { find "$bench_build/openblas" -name libblas.so.3 -printf '%h' -quit 2>/dev/null; }

private_openblas() {
  has_apt || { printf '%s\n' "no apt: PyTorch uses the system's BLAS"; return 0; }
  [ -z "$(openblas_folder)" ] || return 0
  mkdir -p "$bench_build/openblas"
  (cd "$bench_build/openblas" && apt-get download libopenblas0-pthread && dpkg -x libopenblas0-pthread_*.deb .)
}

race_natively() {
  local works python=/usr/bin/python3  # Debian's, which has Debian's packages, whatever else is first on PATH
  need_build_tools
  need_packages "measuring natively" libbenchmark-dev python3-numpy python3-torch
  configure native-bench -DFFN_BENCH=ON -DFFN_BUILD_TESTS=OFF
  quietly "compiling the C++ library and its benchmark" cmake --build "$build_root/native-bench" -j "$(jobs)" --target ffn_native_bench
  mapfile -t works < <(node tests/bench/native.mjs --works)
  quietly "the C++ library, natively" "$build_root/native-bench/ffn_native_bench" --benchmark_repetitions=9 --benchmark_min_time=0.05 \
    --benchmark_out="$bench_build/google_benchmark.json" --benchmark_out_format=json "${works[@]}"
  set -- "$bench_build/google_benchmark.json"
  if "$python" -c 'import torch' 2>/dev/null; then
    quietly "OpenBLAS for PyTorch" private_openblas
    quietly "PyTorch" env LD_LIBRARY_PATH="$(openblas_folder)" OPENBLAS_NUM_THREADS=1 \
      "$python" tests/bench/native/pytorch.py "$bench_build/pytorch.json" "${works[@]}"
    set -- "$@" "$bench_build/pytorch.json"
  else
    note "PyTorch is not installed: only the C++ library is measured"
  fi
  node tests/bench/native.mjs "$@" "$bench_build/native.json"
}
