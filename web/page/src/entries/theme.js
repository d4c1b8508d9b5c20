// Runs before the first paint, so that a saved theme does not flash in the other one. src/preferences.ts writes the value.
try {
  const theme = globalThis.localStorage.getItem('ffn-lab.theme');
  if (theme === 'light' || theme === 'dark') globalThis.document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's theme applies.
}
