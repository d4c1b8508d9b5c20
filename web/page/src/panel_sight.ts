/**
 * Which panels are far from sight, and what they show meanwhile. Answers of the core reach what the reader sees within the frame; panels
 * that the browser leaves out (components/panel_section.tsx) follow one a frame, when nothing has changed for a moment.
 */
import { computed, signal } from '@preact/signals';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Answers } from './core/resource.ts';
import type { CallTable } from './core/connection.ts';
import { in_turn } from './turns.ts';

interface Sight {
  readonly far: Signal<boolean>;
  /** Goes up when it is this panel's turn. */
  readonly turns: Signal<number>;
}

const sights = new Map<string, Sight>();

function sight_of(panel: string): Sight {
  const sight = sights.get(panel) ?? { far: signal(false), turns: signal(0) };
  sights.set(panel, sight);
  return sight;
}

/** Follows the browser's word on whether it draws a section; answers how to stop. */
export function watch_sight(panel: string, section: HTMLElement): () => void {
  const { far } = sight_of(panel);
  const change = (event: Event) => (far.value = (event as ContentVisibilityAutoStateChangeEvent).skipped);
  section.addEventListener('contentvisibilityautostatechange', change);
  return () => section.removeEventListener('contentvisibilityautostatechange', change);
}

const calm_ms = 100;
let calm: ReturnType<typeof setTimeout> | undefined;

/** Those who are behind follow when nothing has changed for a moment. */
function follow_when_calm(): void {
  clearTimeout(calm);
  calm = setTimeout(() => {
    for (const { far, turns } of sights.values()) if (far.peek()) in_turn(() => turns.value++);
  }, calm_ms);
}

/** A signal as a panel sees it: what is far from sight may be behind. */
export function seen_in<Value>(panel: string, source: ReadonlySignal<Value>): ReadonlySignal<Value> {
  const { far, turns } = sight_of(panel);
  let held = source.peek();
  let taken = 0;
  return computed(() => {
    const newest = source.value;
    if (!far.value || turns.value !== taken) held = newest;
    else if (held !== newest) follow_when_calm();
    taken = turns.value;
    return held;
  });
}

/** Answers as a panel shows them; that it is behind is said by `pending`. */
export function in_panel<Table extends CallTable<Table>, Name extends keyof Table>(
  panel: string,
  answers: Answers<Table, Name>,
): Answers<Table, Name> {
  const shown = seen_in(panel, answers);
  const pending: ReadonlySignal<boolean> = computed(() => answers.pending.value || shown.value !== answers.value);
  return Object.assign(shown, { pending, progress: answers.progress, stop: answers.stop, again: answers.again });
}
