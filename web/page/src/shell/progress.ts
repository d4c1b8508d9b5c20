/**
 * Progress through the panels: which are done, and which was last in view. Stored in localStorage
 * only.
 */
import { signal } from '@preact/signals';
import { read_object, read_preference, save_preference } from '../state/preferences.ts';

export interface Progress {
  /** Names of the panels that are done, in the order of completion. */
  readonly done: readonly string[];
  /** The panel that was last in view; empty before the first. */
  readonly at: string;
}

const nothing: Progress = { done: [], at: '' };
const is_name = (value: unknown): value is string =>
  typeof value === 'string' && /^\w{1,32}$/.test(value);

/** Reads stored progress; malformed parts of it are dropped. */
export function read_progress(text: string | null): Progress {
  const { done, at } = read_object(text);
  return {
    done: Array.isArray(done) ? Array.from(new Set(done.filter(is_name))) : [],
    at: is_name(at) ? at : '',
  };
}

export const progress = signal<Progress>(read_progress(read_preference('guide')));

/** Progress at the end of the previous visit; the start button resumes there. */
export const last_visit = signal<Progress>(progress.peek());

function set(next: Progress): void {
  progress.value = next;
  save_preference('guide', JSON.stringify(next));
}

export function mark_done(name: string, done = true): void {
  const others = progress.peek().done.filter((other) => other !== name);
  set({ ...progress.peek(), done: done ? [...others, name] : others });
}

export function set_last_place(name: string): void {
  if (name !== progress.peek().at) set({ ...progress.peek(), at: name });
}

export function forget_progress(): void {
  set(nothing);
  last_visit.value = nothing;
}
