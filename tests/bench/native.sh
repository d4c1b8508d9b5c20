# Native benchmarks. Sourced by tests/bench/run --native; writes the results to
# $bench_build/native.json.

# Debian's default BLAS is the slow reference implementation. For a fair comparison OpenBLAS
# (libopenblas0-openmp, which shares PyTorch's threads: threads of its own would wait for the same
# cores) is unpacked for this measurement, but not installed, because that would change the BLAS of
# all other programs.
openblas_folder() { find -L "$bench_build/openblas_openmp" -name libblas.so.3 -printf '%h' -quit 2>/dev/null; }

private_openblas() {
  has_apt || { printf '%s\n' "no apt: PyTorch uses the system's BLAS"; return 0; }
  [ -z "$(openblas_folder)" ] || return 0
  mkdir -p "$bench_build/openblas_openmp"
  (cd "$bench_build/openblas_openmp" && apt-get download libopenblas0-openmp && dpkg -x libopenblas0-openmp_*.deb .)
}

# native_race SAMPLES.json THREADS WORK...
# Some machines set OpenBLAS's processor and cache size in the environment, which slows it down.
native_race() {
  env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE LD_LIBRARY_PATH="$(openblas_folder)" OPENBLAS_NUM_THREADS="$2" OMP_NUM_THREADS="$2" PYTHONDONTWRITEBYTECODE=1 \
    /usr/bin/python3 tests/bench/native/race.py "$1" "$build_root/native-bench/ffn_native_bench" "$bench_build/training.json" "${@:2}"  # Debian's, which has Debian's packages
}

# race_natively TASK...: measures these tasks; all but the forward pass also with two threads.
race_natively() {
  local works=() with_threads=() task
  need_build_tools
  need_packages "measuring natively" libbenchmark-dev python3-numpy python3-torch
  configure native-bench -DFFN_BENCH=ON -DFFN_BUILD_TESTS=OFF
  quietly "compiling the C++ library and its benchmark" cmake --build "$build_root/native-bench" -j "$(jobs)" --target ffn_native_bench
  if /usr/bin/python3 -c 'import torch' 2>/dev/null; then quietly "OpenBLAS for PyTorch" private_openblas; fi
  node tests/bench/native.mjs --training "$bench_build/training.json"
  for task in "$@"; do
    mapfile -t -O "${#works[@]}" works < <(node tests/bench/native.mjs --works "$task")
    [ "$task" = forward ] || mapfile -t -O "${#with_threads[@]}" with_threads < <(node tests/bench/native.mjs --works "$task")
  done
  quietly "the C++ library and PyTorch, one thread" native_race "$bench_build/native_samples.1.json" 1 "${works[@]}"
  quietly "the C++ library and PyTorch, two threads" native_race "$bench_build/native_samples.2.json" 2 ${with_threads[@]+"${with_threads[@]}"}
  node tests/bench/native.mjs "$bench_build/native.json" "1=$bench_build/native_samples.1.json" "2=$bench_build/native_samples.2.json"
}
