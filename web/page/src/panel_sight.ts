/**
 * Which panels are far from sight, and what they show meanwhile. Answers of the core reach what the reader sees within the frame; panels
 * that the browser leaves out (components/panel_section.tsx) follow one a frame, when no answer has come for a moment.
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

/** The answers as a panel shows them: what is far from sight may be behind, and says so by `pending`. */
export function in_panel<Table extends CallTable<Table>, Name extends keyof Table>(
  panel: string,
  answers: Answers<Table, Name>,
): Answers<Table, Name> {
  const { far, turns } = sight_of(panel);
  let held = answers.peek();
  let taken = 0;
  const shown = computed(() => {
    const newest = answers.value;
    if (!far.value || turns.value !== taken) held = newest;
    taken = turns.value;
    return held;
  });
  const pending: ReadonlySignal<boolean> = computed(() => answers.pending.value || shown.value !== answers.value);
  return Object.assign(shown, { pending, progress: answers.progress, stop: answers.stop, again: answers.again });
}

const calm_ms = 100;
let calm: ReturnType<typeof setTimeout> | undefined;

/** After answers have been shown: those who are far follow when there has been a moment of calm. */
export function let_others_follow(): void {
  clearTimeout(calm);
  calm = setTimeout(() => {
    for (const { far, turns } of sights.values()) if (far.peek()) in_turn(() => turns.value++);
  }, calm_ms);
}
