# Finds or installs an Emscripten of the required version. Sourced after common.sh; the entry point
# is `ensure_emscripten`. Candidates in order: emcc on PATH or in $EMSDK, the system package, the
# private folder .toolchain/emscripten (Debian 12); otherwise an error that explains what to
# install.
#
# The private folder contains Debian 13's packages, unpacked but not installed. They are downloaded
# from the Debian mirror that this machine already uses; apt checks the signatures against Debian's
# archive key. Debian 12's emscripten (3.1.6) emits pre-standard relaxed-SIMD opcodes that every
# browser rejects.

emscripten_minimum=3.1.69
emscripten_home="$toolchain/emscripten"
emscripten_llvm=19

emcc_version() { "$1" --version 2>/dev/null | sed -nE '1s/.* ([0-9]+\.[0-9]+\.[0-9]+).*/\1/p'; }

ensure_emscripten() {
  local candidate
  for candidate in "$(command -v emcc || true)" "${EMSDK:+$EMSDK/upstream/emscripten/emcc}" "$emscripten_home/usr/share/emscripten/emcc"; do
    if [ -x "$candidate" ] && use_emscripten "$candidate"; then return 0; fi
  done
  if has_apt && at_least "$(apt-cache policy emscripten | sed -nE 's/ *Candidate: ([0-9.]+).*/\1/p')" "$emscripten_minimum"; then
    need_packages "compiling to WebAssembly" emscripten
    use_emscripten "$(command -v emcc)" && return 0
  fi
  if [ "$(debian_release)" = 12 ]; then
    install_private_emscripten
    use_emscripten "$emscripten_home/usr/share/emscripten/emcc" && return 0
    die "the private Emscripten in $emscripten_home does not start." "Delete that folder and start again."
  fi
  die "Emscripten $emscripten_minimum or newer is needed and was not found." \
    "Install it with emsdk (emsdk install $emscripten_minimum && emsdk activate $emscripten_minimum, then source emsdk_env.sh)" \
    "or with your package manager, and start again."
}

# use_emscripten EMCC: if EMCC works and has the required version, puts it first on PATH.
use_emscripten() {
  local version
  if [ "${1#"$emscripten_home"}" != "$1" ]; then
    [ -f "$emscripten_home/ready" ] || return 1
    if [ "$(cat "$emscripten_home/ready")" != "$emscripten_home" ]; then finish_private_emscripten; fi  # the checkout was moved
    export EM_CONFIG="$emscripten_home/config.py"
  fi
  version=$(emcc_version "$1")
  if [ -z "$version" ] || ! at_least "$version" "$emscripten_minimum"; then unset EM_CONFIG; return 1; fi
  PATH="$(dirname "$1"):$PATH"
  export PATH
  emscripten_chosen="Emscripten $version ($1)"
}

install_private_emscripten() {
  local compiler
  need_packages "downloading Emscripten" python3=python3 curl=curl ca-certificates debian-archive-keyring xz-utils=xz
  mkdir -p "$emscripten_home/packages"
  write_private_apt
  # At the same time as the download: each of both works on one core most of the time. Its messages
  # come through cat, so that only one of them draws its progress on a terminal.
  (need_packages "the compiler that Emscripten uses" "clang-$emscripten_llvm" "lld-$emscripten_llvm" "llvm-$emscripten_llvm") 2> >(cat >&2) &
  compiler=$!
  quietly "package lists of Debian 13 (private; the system's lists are not changed)" private_apt -o APT::Update::Error-Mode=any update
  note_emscripten_version
  quietly "downloading Emscripten and Binaryen, 250 MB (an interrupted download resumes)" fetch_packages emscripten binaryen libc6 libstdc++6 libgcc-s1
  quietly "unpacking Emscripten" unpack_packages
  ensure_node
  # Emscripten's scripts are CommonJS, also where a folder above this one has a package of ES
  # modules.
  printf '{ "type": "commonjs" }\n' > "$emscripten_home/package.json"
  quietly "acorn for Emscripten's JavaScript optimizer" npm install --prefix "$emscripten_home" --no-save --no-audit --no-fund acorn@8
  wait "$compiler" || die "Emscripten's compiler could not be installed."
  finish_private_emscripten
  rm -rf "$emscripten_home/packages"
}

# Writes the files that contain absolute paths; `ready` stores the folder for which they were
# written.
finish_private_emscripten() {
  ensure_node
  # Removed first: in a checkout copied with hard links, overwriting the files would change those of
  # the other checkout.
  rm -rf "$emscripten_home/binaryen" "$emscripten_home/config.py" "$emscripten_home/ready"
  write_binaryen_wrappers
  write_emscripten_config
  printf '%s' "$emscripten_home" >"$emscripten_home/ready"
}

private_apt() { (export APT_CONFIG="$emscripten_home/apt/apt.conf" && apt-get "$@"); }

# Configures a private apt with separate sources, lists and cache; the mirror comes from the
# system's configuration.
write_private_apt() {
  local apt_home="$emscripten_home/apt" mirror
  mirror=$(apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(CODENAME) $(COMPONENT) $(CREATED_BY)' |
    awk '$2 == "Debian" && $3 == "bookworm" && $4 == "main" && $5 == "Packages" { print $1; exit }')
  if [ -z "$mirror" ]; then
    quietly "package lists" apt update
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' | awk '$2 == "bookworm" && $3 == "main" { print $1; exit }')
  fi
  [ -n "$mirror" ] || die "apt knows no Debian mirror with suite bookworm, component main." "Add one to /etc/apt/sources.list and start again."
  mkdir -p "$apt_home/lists/partial" "$apt_home/cache/archives/partial" "$apt_home/parts"
  printf 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s trixie main\n' "$mirror" >"$apt_home/sources.list"
  cat >"$apt_home/apt.conf" <<CONF
Dir::Etc::SourceList "$apt_home/sources.list";
Dir::Etc::SourceParts "$apt_home/parts";
Dir::State::Lists "$apt_home/lists";
Dir::Cache "$apt_home/cache";
APT::Sandbox::User "root";
CONF
}

note_emscripten_version() {
  local version
  version=$(private_apt -o quiet=1 download --print-uris emscripten | sed -nE 's/.* emscripten_([^_]+)_.*/\1/p' | sed 's/%2b/+/g')
  case "$version" in
    3.1.69+*) note "emscripten $version" ;;
    *) note "emscripten $version: this project is tested with 3.1.69" ;;
  esac
}

# fetch_packages NAME...: downloads the .deb files with curl, because `apt-get download` cannot
# resume. Addresses and checksums are from apt's index, whose signature apt has checked.
fetch_packages() {
  local uri file size checksum
  private_apt -o quiet=1 download --print-uris "$@" | tr -d "'" >"$emscripten_home/packages/list" || return 1
  while read -r uri file size checksum; do
    file="$emscripten_home/packages/$file"
    printf '%s, %d MB\n' "$(basename "$file")" $((size / 1000000))
    if sha256sum --status -c <<<"${checksum#SHA256:}  $file" 2>/dev/null; then continue; fi
    curl --fail --location --silent --show-error --retry 3 --continue-at - --output "$file" "$uri" || return 1
    if ! sha256sum --status -c <<<"${checksum#SHA256:}  $file"; then
      rm -f "$file"
      printf '%s\n' "the checksum of $file is wrong; the file was removed"
      return 1
    fi
  done <"$emscripten_home/packages/list"
}

unpack_packages() {
  local package
  for package in "$emscripten_home"/packages/*.deb; do dpkg -x "$package" "$emscripten_home" || return 1; done
}

# Debian 13's Binaryen needs a newer libc than Debian 12's, so each tool is started with the
# unpacked dynamic loader.
write_binaryen_wrappers() {
  local loader libraries tool
  loader=$(find "$emscripten_home" -name 'ld-linux*.so*' \( -type f -o -type l \) | head -n 1)
  libraries=$(dirname "$(find "$emscripten_home/usr/lib" -name 'libstdc++.so.6' | head -n 1)")
  [ -n "$loader" ] || die "no dynamic loader in the unpacked libc6."
  mkdir -p "$emscripten_home/binaryen/bin"
  for tool in "$emscripten_home"/usr/bin/wasm* "$emscripten_home"/usr/bin/binaryen*; do
    [ -f "$tool" ] || continue
    printf '#!/bin/sh\nexec "%s" --library-path "%s:%s" "%s" "$@"\n' "$loader" "$libraries" "$libraries/binaryen" "$tool" >"$emscripten_home/binaryen/bin/$(basename "$tool")"
    chmod +x "$emscripten_home/binaryen/bin/$(basename "$tool")"
  done
}

write_emscripten_config() {
  cat >"$emscripten_home/config.py" <<CONF
LLVM_ROOT = '/usr/lib/llvm-$emscripten_llvm/bin'
BINARYEN_ROOT = '$emscripten_home/binaryen'
NODE_JS = '$(command -v node)'
CACHE = '$emscripten_home/usr/share/emscripten/cache'
FROZEN_CACHE = False
CONF
}
