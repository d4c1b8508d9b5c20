# Build steps shared by web/serve and tests/run. Sourced after common.sh and emscripten.sh.
# Each step returns quickly if its outputs are up to date.

generator() { if command -v ninja >/dev/null; then printf 'Ninja'; else printf 'Unix Makefiles'; fi; }
jobs() { getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

# configure TREE OPTION...: configures a build tree, with Emscripten if its name begins with wasm.
configure() {
  local tree="$build_root/$1" wrapper=()
  shift
  case "$tree" in */wasm*) wrapper=(emcmake) ;; esac
  [ -f "$tree/CMakeCache.txt" ] || rm -rf "$tree"
  quietly "configuring $(basename "$tree")" ${wrapper[@]+"${wrapper[@]}"} cmake -S "$root" -B "$tree" -G "$(generator)" "$@"
}

# fresh STAMP PATH...: succeeds if the stamp is newer than every file below the paths.
fresh() {
  local stamp=$1
  shift
  [ -f "$stamp" ] && [ -z "$(find "$@" -newer "$stamp" -not -path '*/node_modules/*' -not -path '*/dist/*' -print -quit 2>/dev/null)" ]
}

need_build_tools() {
  need_packages "building" cmake=cmake ninja-build=ninja g++=c++ libeigen3-dev nlohmann-json3-dev
  need_command cmake "Install CMake 3.22 or newer."
}

# need_clang WHY: installs Clang with its run-time libraries, which are in a separate, versioned
# package on Debian.
need_clang() {
  need_packages "$1" clang=clang++
  need_command clang++ "Install Clang 14 or newer with its compiler-rt."
  if [ -n "$(find -L "$(clang++ -print-resource-dir)" -name 'libclang_rt.fuzzer*' -print -quit)" ]; then return 0; fi
  need_packages "$1" "libclang-rt-$(clang++ -dumpversion | cut -d. -f1)-dev"
}

# Builds the two WebAssembly modules of the package. The build tree is shared with the tests,
# which tests/run adds to it, because both use the same library.
build_wasm_modules() {
  local first=()
  if fresh "$build_root/wasm-modules.stamp" "$root/src" "$root/CMakeLists.txt" && [ -f "$root/web/engine/dist/wasm/ffn-lab.simd.wasm" ]; then return 0; fi
  need_build_tools
  ensure_emscripten
  note "$emscripten_chosen"
  touch "$build_root/wasm-modules.started"
  [ -f "$build_root/wasm/CMakeCache.txt" ] || first=(-DFFN_BUILD_TESTS=OFF)  # they need doctest
  configure wasm -DFFN_WARNINGS_AS_ERRORS=ON ${first[@]+"${first[@]}"}
  quietly "compiling C++ to WebAssembly (relaxed, simd)" cmake --build "$build_root/wasm" -j "$(jobs)" --target ffn_modules
  rm -rf "$root/web/engine/dist/wasm"
  mkdir -p "$root/web/engine/dist/wasm"
  cp "$build_root"/wasm/module/ffn-lab* "$root/web/engine/dist/wasm/"
  mv "$build_root/wasm-modules.started" "$build_root/wasm-modules.stamp"
}

# npm_packages FOLDER: installs the packages of the lock file unless they are installed.
npm_packages() {
  if [ -f "$root/$1/node_modules/.package-lock.json" ] && cmp -s "$root/$1/package-lock.json" "$root/$1/node_modules/.installed-lock"; then return 0; fi
  (cd "$root/$1" && quietly "npm packages of $1" npm ci --no-audit --no-fund)
  cp "$root/$1/package-lock.json" "$root/$1/node_modules/.installed-lock"
}

# Writes the list of third-party libraries in the modules, with their licences, for the package and
# the page.
build_third_party() {
  local list="$root/web/engine/dist/third_party.json"
  if fresh "$list" "$build_root/wasm-modules.stamp" "$root/web/engine/third_party.mjs"; then return 0; fi
  node "$root/web/engine/third_party.mjs" "$build_root/wasm" >"$list.new"
  mv "$list.new" "$list"
}

# Builds the package ffn-lab in web/engine/dist.
build_engine() {
  local packages
  mkdir -p "$build_root"
  ensure_node
  # During the installation and the work of the compiler; through cat, because only one of them can
  # draw its progress on a terminal.
  npm_packages web 2> >(cat >&2) & packages=$!
  build_wasm_modules
  wait "$packages"
  build_third_party
  if fresh "$root/web/engine/dist/index.js" "$root/web/engine/src" "$root"/web/engine/{tsconfig.json,package.json,start_up_code.mjs} "$build_root/wasm-modules.stamp"; then return 0; fi
  (cd "$root/web" && quietly "compiling the package ffn-lab" npm run build -w ffn-lab)
  node "$root/web/engine/sizes.mjs" >&2
}

# Builds the static page in web/page/dist.
build_page() {
  build_engine
  if fresh "$root/web/page/dist/service_worker.js" "$root/web/page" "$root/web/engine/src" "$root/tests/golden" "$root/web/engine/dist/third_party.json"; then return 0; fi
  (cd "$root/web" && quietly "building the page" npm run build -w ffn-lab-page)
}
