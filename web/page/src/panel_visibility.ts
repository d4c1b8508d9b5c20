/**
 * Which panels are far from sight, and what they show meanwhile. Answers of the core are drawn where the reader looks first; panels that the
 * browser leaves out (components/panel_section.tsx) follow in what is left of the frame, or, where drawing takes longer than that, one a
 * frame when nothing has changed for a moment.
 */
import { computed, signal } from '@preact/signals';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ResourceSignal } from './core/resource.ts';
import type { CallTable } from './core/connection.ts';
import { after_frame, enqueue_task } from './task_queue.ts';

interface PanelVisibility {
  readonly off_screen: Signal<boolean>;
  /** Goes up when it is this panel's turn. */
  readonly updates: Signal<number>;
  /** There is something newer than what it shows. */
  stale: boolean;
  /** Milliseconds that drawing took the last time, and less the longer ago that is: another change may cost less. */
  cost: number;
}

const visibilities = new Map<string, PanelVisibility>();

function visibility_of(panel: string): PanelVisibility {
  const visibility = visibilities.get(panel) ?? { off_screen: signal(false), updates: signal(0), stale: false, cost: 0 };
  visibilities.set(panel, visibility);
  return visibility;
}

/** Follows the browser's word on whether it draws a section; resource how to stop. */
export function observe_visibility(panel: string, section: HTMLElement): () => void {
  const { off_screen } = visibility_of(panel);
  const change = (event: Event) => (off_screen.value = (event as ContentVisibilityAutoStateChangeEvent).skipped);
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
let updating = false;
/** Some wait until nothing changes. */
let waiting_for_idle = false;

const stale_panels = () => Array.from(visibilities.values()).filter(({ stale }) => stale);

/** A turn of the microtasks, in one of which Preact draws. */
const microtask = () => Promise.resolve();

async function update_panel(visibility: PanelVisibility): Promise<void> {
  const started = performance.now();
  visibility.stale = false;
  visibility.updates.value++;
  await microtask();
  visibility.cost = performance.now() - started;
}

/** Adds to what this frame has cost; the next one begins anew. */
function spend(milliseconds: number): void {
  if (spent_ms === 0) after_frame(() => (spent_ms = 0));
  spent_ms += milliseconds;
}

/** A machine that has no time left: they follow one a frame, when nothing has changed for two, and until something does. */
function update_when_idle(): void {
  waiting_for_idle = true;
  const before = changes;
  const next = () => {
    const [visibility] = stale_panels();
    if (changes !== before) return update_when_idle();
    waiting_for_idle = visibility !== undefined;
    if (visibility === undefined) return;
    void update_panel(visibility);
    enqueue_task(next);
  };
  after_frame(() => after_frame(() => (changes === before ? enqueue_task(next) : update_when_idle())));
}

/** One after the other, after what is in sight and while there is time. */
async function update_stale_panels(): Promise<void> {
  let started = performance.now();
  // Preact may be about to draw what is in sight before this microtask or after it; after two it has.
  await microtask();
  await microtask();
  for (;;) {
    const now = performance.now();
    spend(now - started);
    started = now;
    const next = stale_panels().find(({ cost }) => spent_ms + cost <= budget_ms);
    if (next === undefined) break;
    await update_panel(next);
  }
  updating = false;
  const remaining = stale_panels();
  for (const visibility of remaining) visibility.cost *= cost_decay;
  if (!waiting_for_idle && remaining.length > 0) update_when_idle();
}

function mark_stale(visibility: PanelVisibility): void {
  visibility.stale = true;
  changes++;
  if (updating) return;
  updating = true;
  void update_stale_panels();
}

/** A signal as a panel sees it: what is far from sight may be behind. */
export function panel_signal<Value>(panel: string, source: ReadonlySignal<Value>): ReadonlySignal<Value> {
  const visibility = visibility_of(panel);
  const { off_screen, updates } = visibility;
  let displayed = source.peek();
  let last_update = 0;
  return computed(() => {
    const newest = source.value;
    if (!off_screen.value || updates.value !== last_update) displayed = newest;
    else if (displayed !== newest) mark_stale(visibility);
    last_update = updates.value;
    return displayed;
  });
}

/** Answers as a panel shows them; that it is behind is said by `pending`. */
export function panel_resource<Table extends CallTable<Table>, Name extends keyof Table>(
  panel: string,
  resource: ResourceSignal<Table, Name>,
): ResourceSignal<Table, Name> {
  const shown = panel_signal(panel, resource);
  const pending: ReadonlySignal<boolean> = computed(() => resource.pending.value || shown.value !== resource.value);
  return Object.assign(shown, { pending, progress: resource.progress, stop: resource.stop, again: resource.again });
}
