/**
 * Preferences in localStorage; where the browser blocks storage, they last until the page is
 * closed.
 */
import { signal } from '@preact/signals';

const prefix = 'ffn-lab.';

export function read_preference(name: string): string | null {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

export function save_preference(name: string, value: string): void {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
}

/** Reads the text of a saved object; {} for any other text. */
export function read_object(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? '{}')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const saved = read_preference('theme');
export const theme = signal<Theme>(themes.find((name) => name === saved) ?? 'system');

/** Sets the attribute that the style sheets select on; theme.js sets it before the first paint. */
export function choose_theme(choice: Theme): void {
  theme.value = choice;
  save_preference('theme', choice);
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
}
