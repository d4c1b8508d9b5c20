# The names that `tests/run PART NAME` accepts: a file of the part, or the text of one of its cases.
# Sourced by tests/run.

# fixed_names PART: the steps of a part that are no files of tests.
fixed_names() {
  case "$1" in
    check) printf '%s\n' layers formatting types ;;
    lint) printf '%s\n' eslint typedoc doxygen clang-tidy ;;
    fuzz) printf '%s\n' package; basename -s _fuzz.cpp tests/fuzz/*_fuzz.cpp ;;
  esac
}

# test_files PART: its files of tests, one a line.
test_files() {
  case "$1" in
    check) ls tests/{tree,model}/*.test.ts tests/{soak,coverage}/*.test.mjs ;;
    native | sanitize | arm64 | wasm | variants) ls tests/*/*_test.cpp ;;
    engine) ls tests/engine/*.test.ts | grep -v churn ;;
    leaks) ls tests/engine/churn.test.ts ;;
    tools) ls tests/bench/*.test.{ts,mjs} tests/peers/*.test.mjs ;;
    package | page) ls tests/"$1"/*.test.ts ;;
    smoke | browsers | pictures) ls tests/e2e/*.spec.ts ;;
    webkit | webkit_more) ls tests/e2e/webkit/*.spec.ts ;;
  esac
}

# set_stem FILE: sets `stem` to its name without folder and ending, as it is given on the command
# line.
set_stem() {
  stem=${1##*/}
  stem=${stem%_test.cpp}
  stem=${stem%.spec.ts}
  stem=${stem%.test.*}
}

# has_file PART NAME: succeeds if the part has a file of exactly this name.
has_file() {
  local file stem
  for file in $(test_files "$1"); do
    set_stem "$file"
    [ "$stem" != "$2" ] || return 0
  done
  return 1
}

# choose PART NAME: sets `step` to a step of the part with this name, else `files` to the files of
# that name, else those whose name contains it, else `title` to the name, and `files` to those that
# contain the text unless cases get their titles from other files of the folder. Fails with the
# list of names if there is none.
choose() {
  local part=$1 file stem containing=() found folders
  step= title= files=()
  [ -n "$2" ] || return 0
  if fixed_names "$part" | grep -qxF -- "${2%_fuzz}"; then step=${2%_fuzz}; return 0; fi
  for file in $(test_files "$part"); do
    set_stem "$file"
    [ "$stem" != "$2" ] && [ "${file##*/}" != "$2" ] || files+=("$file")
    [[ "$stem" != *"$2"* ]] || containing+=("$file")
  done
  [ "${#files[@]}" -gt 0 ] || files=(${containing[@]+"${containing[@]}"})
  [ "${#files[@]}" = 0 ] || return 0
  folders=$(test_files "$part" | xargs -r dirname | sort -u)
  # shellcheck disable=SC2086
  found=$([ -z "$folders" ] || grep -rlF --exclude-dir=node_modules -- "$2" $folders || true)
  [ -n "$found" ] || no_such_name "$part" "$2"
  title=$2
  if grep -qvxFf <(test_files "$part") <<<"$found"; then return 0; fi
  mapfile -t files <<<"$found"
}

# no_such_name PART NAME: exits with the names of the part.
no_such_name() {
  local names file stem
  names=$({ fixed_names "$1"; for file in $(test_files "$1"); do set_stem "$file"; echo "$stem"; done; } | sort -u | paste -sd ' ')
  die "\"$2\" is no name and no text of a case in the part $1." "Names: $names"
}

# pattern_of TEXT: a regular expression that matches it.
pattern_of() { sed 's/[][\.*^$+?(){}|/]/\\&/g' <<<"$1"; }

# run_vitest OPTION...: vitest with the chosen files and cases. A case that is not found is an
# error, which vitest would skip.
run_vitest() {
  local options=("$@" ${files[@]+"${files[@]#tests/}"}) log=$build_root/log/vitest.log
  if [ -z "$title" ]; then
    (cd tests && npx --no-install vitest run "${options[@]}")
    return
  fi
  mkdir -p "$build_root/log"
  (cd tests && npx --no-install vitest run "${options[@]}" -t "$(pattern_of "$title")") | tee "$log"
  grep -qE 'Tests .*(passed|failed)' "$log" || no_such_name "$part" "$name"
}

# run_playwright TAG OPTION...: Playwright with the chosen files and cases, of those with the tag
# unless it is empty; it fails if there are none. `on_display` is the command that gives a browser with
# windows a display, if one is needed (need_webkit).
on_display=()
run_playwright() {
  local tag=$1 options=("${@:2}") file
  for file in ${files[@]+"${files[@]}"}; do options+=("$(pattern_of "${file#tests/}")"); done
  [ -z "$tag$title" ] || options+=(--grep "(?=.*$tag)(?=.*$(pattern_of "$title"))")
  (cd tests && ${on_display[@]+"${on_display[@]}"} npx --no-install playwright test "${options[@]}")
}

# doctest_filter: prints doctest's options for the chosen files and cases, one a line.
doctest_filter() {
  local file patterns=
  if [ -n "$title" ]; then printf -- '--test-case=*%s*\n' "${title//,/?}"; return; fi
  for file in ${files[@]+"${files[@]}"}; do patterns+="*$file,"; done
  [ -z "$patterns" ] || printf -- '--source-file=%s\n' "${patterns%,}"
}

# run_doctest COMMAND...: a program of C++ tests with the chosen files and cases.
run_doctest() {
  local filter
  mapfile -t filter < <(doctest_filter)
  if [ "${#filter[@]}" -gt 0 ] && ! "$@" "${filter[@]}" --count | grep -q 'filters: [1-9]'; then no_such_name "$part" "$name"; fi
  "$@" ${filter[@]+"${filter[@]}"}
}
