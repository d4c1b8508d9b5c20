# The parts of tests/run: names, descriptions, help, and the stored times. Sourced by tests/run.

quick_parts=(check native wasm engine page smoke)
all_parts=(check lint native sanitize arm64 fuzz wasm variants engine tools package leaks page smoke browsers webkit)
declare -A shows=(
  [check]="formatting, types, layers, links and figures of the documents"
  [native]="the C++ suite and the programs that train the model, built by the system's compiler with warnings as errors"
  [wasm]="the C++ suite as WebAssembly, in the best variant that this Node runs"
  [engine]="the package ffn-lab under Node"
  [page]="the page's units, and the sizes of what a browser downloads"
  [smoke]="each step of the page in Chromium: it opens, draws, answers one action, without an error in the console"
  [lint]="clang-tidy, ESLint, and the references of both libraries (TypeDoc, Doxygen)"
  [sanitize]="the C++ suite with WebAssembly's bits, by clang under AddressSanitizer and UndefinedBehaviorSanitizer, with coverage: every line, 95 % of the branches"
  [arm64]="the C++ suite of kernels and layers for ARM64, emulated by QEMU, with WebAssembly's bits"
  [fuzz]="10 s for each fuzz target from the stored corpus; the built package, its variants against each other and against Eigen"
  [variants]="in the other variant (simd, or relaxed): the C++ suite of kernels and layers, and the package"
  [leaks]="each public member of the package used a thousand times: its memory stays as large as it was"
  [tools]="the benchmark's tools and the models for its peers"
  [package]="ffn-lab packed and installed: with and without bundlers, in browsers, the oldest and the newest Node, a strict policy"
  [browsers]="the page in Chromium and Firefox (screenshots of failures in tests/.artifacts)"
  [webkit]="each step of the page in WebKit, as [smoke], and as wide as a phone in each language"
  [webkit_more]="not in --all: a chosen file, offline, history, storage, themes, large text and keyboard in WebKit"
  [pictures]="not in --all: screenshots of the whole page in each language, theme and width, in tests/.artifacts/pictures"
)
times=tests/times.tsv

usage() {
  local part
  cat <<'TEXT'
usage: tests/run [--all | PART [NAME]...] [--write]

Without arguments it runs what a change needs to be trusted, with --all everything, with names those parts in the given order.
A NAME behind a part runs one file of it (tests/run page url_state) or the cases whose titles contain that text (tests/run native "golden"),
and builds no more than they need; a NAME that does not exist lists those that do. A word that is a part and a file of the part before it is its
NAME (tests/run browsers package).
The first run installs what is missing: on Debian and Ubuntu system packages by apt-get, everything else inside this folder.

Parts with their seconds: on a fresh machine, again without a change, and on a fresh machine with --all. In this order the first part that
needs a tool installs and compiles it.

TEXT
  printf '  %-11s %6s %6s %6s\n' "" fresh again --all
  for part in "${all_parts[@]}" webkit_more pictures; do printf '  %-11s %6s %6s %6s  %s\n' "$part" "$(time_of "$part" 2)" "$(time_of "$part" 3)" "$(time_of "$part" 4)" "${shows[$part]}"; done
  printf '  %-11s %6s %6s %6s  %s\n' total "$(total_of 2)" "$(total_of 3)" "$(total_of 4)" "$(sed -n '1s/^# //p' "$times")"
  cat <<'TEXT'

  --write   stores the times of this run in tests/times.tsv, and the README's sentence; with pictures also web/screenshot.png and the previews of shared links

Longer runs are separate commands: tests/package/run (ffn-lab in the newest bundlers, frameworks and runtimes); tests/fuzz/run --seconds N; tests/sanitize_wasm/run
(the C++ suite as WebAssembly under AddressSanitizer and SAFE_HEAP); tests/reproducible/run (two builds compared); tests/model/run --whole (the
model of the facts trained again); tests/soak/run (hours of random use); tests/accuracy/run, tests/bench/run,
tests/latency/run, tests/lighthouse/run and tests/consumer/run (the tables in their folders).
TEXT
}

# time_of PART COLUMN: the stored seconds; nothing where the part is not in that run.
time_of() { awk -F '\t' -v part="$1" -v column="$2" '$1 == part { print $column }' "$times"; }

# total_of COLUMN: the sum of the stored seconds.
total_of() { awk -F '\t' -v column="$1" '{ total += $column } END { print total }' "$times"; }

minutes_of() { echo $((($(total_of "$1") + 59) / 60)); }

# write_readme: the sentence of README.md below the comment "measured times".
write_readme() {
  local sentence
  sentence="On $(sed -nE '1s/^# [^,]*, ([^,]*), (.*)/\1 (\2)/p' "$times") \`tests/run\` takes $(minutes_of 2) min on a fresh machine and $(minutes_of 3) min again; \`tests/run --all\` takes $(minutes_of 4) min."
  sed -i "/<!-- measured times -->/{n;s|.*|$sentence|}" README.md
}

# store PART SECONDS: into the column of this kind of run.
store() {
  awk -F '\t' -v OFS='\t' -v part="$1" -v seconds="$2" -v column="$column" '
    $1 == part { $column = seconds; found = 1 }
    { print }
    END { if (!found) { $0 = part "\t\t\t"; $column = seconds; print } }' "$times" >"$times.new"
  mv "$times.new" "$times"
}
