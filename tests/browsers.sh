# Finds or installs the browsers for the tests; FFN_CHROMIUM and FFN_FIREFOX name other executables. Sourced after common.sh.

# Pictures and widths of texts depend on the fonts.
need_chromium() {
  need_packages "the tests in Chromium" chromium=chromium fonts-liberation
  FFN_CHROMIUM=${FFN_CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
  [ -x "$FFN_CHROMIUM" ] || die "no Chromium was found." "Install it, or name its executable: FFN_CHROMIUM=/path/to/chromium $0"
  export FFN_CHROMIUM
}

need_browsers() {
  need_packages "the tests in both browsers" chromium=chromium firefox-esr=firefox-esr fonts-liberation
  need_chromium
  FFN_FIREFOX=${FFN_FIREFOX:-$(command -v firefox-esr || command -v firefox || true)}
  [ -x "$FFN_FIREFOX" ] || die "no Firefox was found." "Install it, or name its executable: FFN_FIREFOX=/path/to/firefox $0"
  export FFN_FIREFOX
}
