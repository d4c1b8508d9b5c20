// Runs before the first paint, so that a saved theme does not flash in the other one.
// src/preferences.ts writes the value.
try {
  const theme = globalThis.localStorage.getItem('ffn-lab.theme');
  if (theme === 'light' || theme === 'dark')
    globalThis.document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's theme applies.
}
// A browser that cannot parse the page's scripts; first_paint.ts finds those that lack anything else.
globalThis.addEventListener('error', ({ error }) => {
  const notice = globalThis.document.getElementById('old_browser');
  if (error instanceof SyntaxError && notice !== null) notice.hidden = false;
});
// The start page is in the HTML; main.tsx removes this attribute when the step that the address
// names is rendered.
const { hash } = globalThis.location;
if (/[#&]panel=\w/.test(hash) || /^#\w+$/.test(hash))
  globalThis.document.documentElement.dataset.opens = 'step';
