// Runs before the first paint of an embedded figure. Its theme is that of the address or the
// system's, never the one that the reader has saved for the page.
const [, theme] = /[#&]theme=(light|dark)\b/.exec(globalThis.location.hash) ?? [];
if (theme !== undefined) globalThis.document.documentElement.dataset.theme = theme;
// A browser that cannot parse the page's scripts, or a host that does not send them to a frame
// without an origin of its own.
globalThis.addEventListener(
  'error',
  ({ error, target }) => {
    const blocked = target instanceof globalThis.HTMLScriptElement;
    const id = error instanceof SyntaxError ? 'old_browser' : blocked ? 'blocked' : '';
    globalThis.document.getElementById(id)?.removeAttribute('hidden');
    if (blocked) globalThis.document.getElementById('loading')?.remove();
  },
  true,
);
