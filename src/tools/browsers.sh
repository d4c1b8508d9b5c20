# Finds or installs the browsers for the tests; FFN_CHROMIUM, FFN_FIREFOX and
# FFN_WEBKIT_DRIVER name other executables. Sourced after common.sh.

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

# WebKitGTK with its WebDriver (tests/e2e/webkit), and a display, as it does not run without windows;
# sets `on_display` to the command that gives it one.
need_webkit() {
  need_packages "the tests in WebKit" webkit2gtk-driver=WebKitWebDriver xvfb=xvfb-run xauth=xauth fonts-liberation
  FFN_WEBKIT_DRIVER=${FFN_WEBKIT_DRIVER:-$(command -v WebKitWebDriver || true)}
  [ -x "$FFN_WEBKIT_DRIVER" ] || die "no WebKitWebDriver was found." "Install it, or name its executable: FFN_WEBKIT_DRIVER=/path/to/WebKitWebDriver $0"
  need_command xvfb-run "Install Xvfb with xvfb-run."
  export FFN_WEBKIT_DRIVER
  on_display=(xvfb-run -a -s "-screen 0 1600x1200x24")
}
