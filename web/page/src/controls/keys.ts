/**
 * Registry of keyboard shortcuts: panels add to it, the help dialog lists it. Key handling of the
 * focused widget takes precedence.
 */
import { signal } from '@preact/signals';
import type { MessageKey } from '../words/i18n.ts';
import { read_preference, save_preference } from '../state/preferences.ts';
import { with_modifier } from './modifiers.ts';

export interface Key {
  /** As `KeyboardEvent.key` names them. */
  readonly keys: readonly string[];
  /** Labels for the help dialog; default: `keys`. */
  readonly shown?: readonly string[];
  readonly message: MessageKey;
  /** Returns whether the key was handled; if not, the browser's default action happens. */
  readonly run: (key: string) => boolean;
}

export const keys = signal<readonly Key[]>([]);

/**
 * Whether single-character shortcuts are on. Speech input can trigger them by mistake, so WCAG
 * 2.1.4 requires a switch.
 */
export const character_keys = signal(read_preference('character_keys') !== 'off');

export function choose_character_keys(on: boolean): void {
  character_keys.value = on;
  save_preference('character_keys', on ? 'on' : 'off');
}

/** Adds shortcuts; returns a function that removes them. */
export function register_keys(added: readonly Key[]): () => void {
  keys.value = [...keys.peek(), ...added];
  return () => (keys.value = keys.peek().filter((key) => !added.includes(key)));
}

const non_text_types = /^(radio|checkbox|range|button|submit|reset|color|file|image)$/;

/** Returns true if every key typed on the element is its input. */
function takes_text(target: Element): boolean {
  const { type } = target as Partial<HTMLInputElement>;
  if (target.matches('input')) return !non_text_types.test(type ?? 'text');
  return target.matches('textarea, select, [contenteditable]:not([contenteditable="false"])');
}

/** Returns true if the element handles the arrow keys itself, if only to scroll. */
function takes_arrows(target: Element): boolean {
  const scrolls =
    target !== document.body &&
    target.scrollWidth > target.clientWidth &&
    getComputedStyle(target).overflowX !== 'visible';
  return (
    scrolls ||
    target.matches(
      'input, [role="slider"], [role="option"], [role="grid"] *, [role="tab"], video, audio',
    )
  );
}

function belongs_to_widget(key: string, target: Element): boolean {
  if (takes_text(target)) return true;
  if (key.startsWith('Arrow')) return takes_arrows(target);
  return (
    (key === ' ' || key === 'Enter') &&
    target.matches('button, a[href], summary, input, [role="option"], [role="button"]')
  );
}

function on_key(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || with_modifier(event)) return;
  if (event.key.length === 1 && !character_keys.peek()) return;
  const target = event.target instanceof Element ? event.target : document.body;
  if (document.querySelector('dialog[open]') || belongs_to_widget(event.key, target)) return;
  const found = keys
    .peek()
    .filter((key) =>
      key.keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key),
    );
  // Several panels may register the same key: only the handler of the panel in view returns true.
  if (found.some((key) => key.run(event.key))) event.preventDefault();
}

export const listen_to_keys = (): void => addEventListener('keydown', on_key);
