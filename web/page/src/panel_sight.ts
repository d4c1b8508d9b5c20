/**
 * Which panels are far from sight, and what they show meanwhile. Answers of the core are drawn where the reader looks first; panels that the
 * browser leaves out (components/panel_section.tsx) follow in what is left of the frame, or, where drawing takes longer than that, one a
 * frame when nothing has changed for a moment.
 */
import { computed, signal } from '@preact/signals';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Answers } from './core/resource.ts';
import type { CallTable } from './core/connection.ts';
import { after_frame, in_turn } from './turns.ts';

interface Sight {
  readonly far: Signal<boolean>;
  /** Goes up when it is this panel's turn. */
  readonly turns: Signal<number>;
  /** There is something newer than what it shows. */
  behind: boolean;
  /** Milliseconds that drawing took the last time, and less the longer ago that is: another change may cost less. */
  cost: number;
}

const sights = new Map<string, Sight>();

function sight_of(panel: string): Sight {
  const sight = sights.get(panel) ?? { far: signal(false), turns: signal(0), behind: false, cost: 0 };
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

/** So many milliseconds of a frame may be spent on drawing numbers, near and far: a far panel that would take longer than is left waits. */
const budget_ms = 16;
let spent_ms = 0;
/** What is left of a cost each time that it did not fit. */
const cost_decay = 0.9;
/** How often something fell behind. */
let changes = 0;
/** Panels are following in this frame. */
let following = false;
/** Some wait until nothing changes. */
let waiting = false;

const those_behind = () => Array.from(sights.values()).filter(({ behind }) => behind);

/** A turn of the microtasks, in one of which Preact draws. */
const drawn = () => Promise.resolve();

async function catch_up(sight: Sight): Promise<void> {
  const begun = performance.now();
  sight.behind = false;
  sight.turns.value++;
  await drawn();
  sight.cost = performance.now() - begun;
}

/** Adds to what this frame has cost; the next one begins anew. */
function spend(milliseconds: number): void {
  if (spent_ms === 0) after_frame(() => (spent_ms = 0));
  spent_ms += milliseconds;
}

/** A machine that has no time left: they follow one a frame, when nothing has changed for two, and until something does. */
function follow_when_calm(): void {
  waiting = true;
  const before = changes;
  const next = () => {
    const [sight] = those_behind();
    if (changes !== before) return follow_when_calm();
    waiting = sight !== undefined;
    if (sight === undefined) return;
    void catch_up(sight);
    in_turn(next);
  };
  after_frame(() => after_frame(() => (changes === before ? in_turn(next) : follow_when_calm())));
}

/** One after the other, after what is in sight and while there is time. */
async function follow(): Promise<void> {
  let begun = performance.now();
  // Preact may be about to draw what is in sight before this microtask or after it; after two it has.
  await drawn();
  await drawn();
  for (;;) {
    const now = performance.now();
    spend(now - begun);
    begun = now;
    const next = those_behind().find(({ cost }) => spent_ms + cost <= budget_ms);
    if (next === undefined) break;
    await catch_up(next);
  }
  following = false;
  const left = those_behind();
  for (const sight of left) sight.cost *= cost_decay;
  if (!waiting && left.length > 0) follow_when_calm();
}

function fall_behind(sight: Sight): void {
  sight.behind = true;
  changes++;
  if (following) return;
  following = true;
  void follow();
}

/** A signal as a panel sees it: what is far from sight may be behind. */
export function seen_in<Value>(panel: string, source: ReadonlySignal<Value>): ReadonlySignal<Value> {
  const sight = sight_of(panel);
  const { far, turns } = sight;
  let held = source.peek();
  let taken = 0;
  return computed(() => {
    const newest = source.value;
    if (!far.value || turns.value !== taken) held = newest;
    else if (held !== newest) fall_behind(sight);
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
