# Finds or installs the browsers for the tests; FFN_CHROMIUM and FFN_FIREFOX name other executables.
# Sourced after common.sh.

# Pictures and widths of texts depend on the fonts.
need_chromium() {
  need_packages "the tests in Chromium" chromium=chromium fonts-liberation
  FFN_CHROMIUM=${FFN_CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
  [ -x "$FFN_CHROMIUM" ] || die "no Chromium was found." "Install it, or name its executable: FFN_CHROMIUM=/path/to/chromium $0"
  export FFN_CHROMIUM
}

# Chromium without its window, where it is packaged: the same engine, but a blank page takes a tenth
# of the processor time, and a test opens at least one.
need_headless_chromium() {
  if [ -n "${FFN_CHROMIUM:-}" ] || [ -z "$(debian_release)" ]; then
    need_chromium
    return
  fi
  need_packages "the tests in Chromium" chromium-headless-shell fonts-liberation
  FFN_CHROMIUM=$(command -v chromium-headless-shell)
  export FFN_CHROMIUM
}

need_firefox() {
  need_packages "the tests in Firefox" firefox-esr=firefox-esr
  FFN_FIREFOX=${FFN_FIREFOX:-$(command -v firefox-esr || command -v firefox || true)}
  [ -x "$FFN_FIREFOX" ] || die "no Firefox was found." "Install it, or name its executable: FFN_FIREFOX=/path/to/firefox $0"
  export FFN_FIREFOX
}

need_browsers() {
  need_headless_chromium
  need_firefox
}
