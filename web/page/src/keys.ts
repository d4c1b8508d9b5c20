/** The keys of the page: one list, which panels add to and the help prints. What a widget does with a key of its own goes first. */
import { signal } from '@preact/signals';
import type { MessageKey } from './i18n.ts';
import { read_preference, save_preference } from './preferences.ts';

export interface Key {
  /** As `KeyboardEvent.key` names them. */
  readonly keys: readonly string[];
  /** What the help prints in place of them. */
  readonly shown?: readonly string[];
  readonly message: MessageKey;
  /** Answers whether there was something to do; if not, the key keeps its usual meaning. */
  readonly run: (key: string) => boolean;
}

export const keys = signal<readonly Key[]>([]);

/** Keys of one character can be switched off, for readers whose speech or habits would press them by mistake (WCAG 2.1.4). */
export const character_keys = signal(read_preference('character_keys') !== 'off');

export function choose_character_keys(on: boolean): void {
  character_keys.value = on;
  save_preference('character_keys', on ? 'on' : 'off');
}

/** Adds keys; the answer takes them away again. */
export function register_keys(added: readonly Key[]): () => void {
  keys.value = [...keys.peek(), ...added];
  return () => (keys.value = keys.peek().filter((key) => !added.includes(key)));
}

const is_arrow = (key: string) => key.startsWith('Arrow');
const no_text = /^(radio|checkbox|range|button|submit|reset|color|file|image)$/;

/** Everything that is typed belongs to it. */
function takes_text(target: Element): boolean {
  const { type } = target as Partial<HTMLInputElement>;
  if (target.matches('input')) return !no_text.test(type ?? 'text');
  return target.matches('textarea, select, [contenteditable]:not([contenteditable="false"])');
}

/** Uses the arrow keys itself, if only to scroll. */
function takes_arrows(target: Element): boolean {
  const scrolls = target !== document.body && target.scrollWidth > target.clientWidth && getComputedStyle(target).overflowX !== 'visible';
  return scrolls || target.matches('input, [role="slider"], [role="option"], [role="grid"] *, [role="tab"], video, audio');
}

/** Space and Enter work on it. */
const is_pressed = (target: Element) => target.matches('button, a[href], summary, input, [role="option"], [role="button"]');

function belongs_to_widget(key: string, target: Element): boolean {
  if (takes_text(target)) return true;
  if (is_arrow(key)) return takes_arrows(target);
  return (key === ' ' || key === 'Enter') && is_pressed(target);
}

function on_key(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key.length === 1 && !character_keys.peek()) return;
  const target = event.target instanceof Element ? event.target : document.body;
  if (document.querySelector('dialog[open]') || belongs_to_widget(event.key, target)) return;
  const found = keys.peek().filter((key) => key.keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
  // Of several panels with the same key, the one in view has something to do.
  if (found.some((key) => key.run(event.key))) event.preventDefault();
}

export function listen_to_keys(): void {
  addEventListener('keydown', on_key);
}
