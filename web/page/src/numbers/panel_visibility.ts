/**
 * Prioritizes rendering of visible panels. New replies of the core are rendered at once in visible panels. Off-screen panels, which the
 * browser skips (`content-visibility`, shell/panel_section.tsx), follow within the frame's remaining budget; those whose last update
 * took longer than that are updated one per frame when the page is idle.
 */
import { computed, signal } from '@preact/signals';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ResourceSignal } from './resource.ts';
import type { CallTable } from './connection.ts';
import { after_frame, enqueue_task } from './task_queue.ts';

interface PanelVisibility {
  readonly off_screen: Signal<boolean>;
  /** Incremented to let this panel update. */
  readonly updates: Signal<number>;
  /** The panel shows an older value than its source has. */
  stale: boolean;
  /** Milliseconds that the last update took; decays each time the panel does not fit into the budget, as another change may cost less. */
  cost: number;
}

const visibilities = new Map<string, PanelVisibility>();

function visibility_of(panel: string): PanelVisibility {
  const visibility = visibilities.get(panel) ?? { off_screen: signal(false), updates: signal(0), stale: false, cost: 0 };
  visibilities.set(panel, visibility);
  return visibility;
}

/** Tracks whether the browser skips rendering of a panel's section; returns a function that stops tracking. */
export function observe_visibility(panel: string, section: HTMLElement): () => void {
  const { off_screen } = visibility_of(panel);
  const change = (event: Event) => (off_screen.value = (event as ContentVisibilityAutoStateChangeEvent).skipped);
  section.addEventListener('contentvisibilityautostatechange', change);
  return () => section.removeEventListener('contentvisibilityautostatechange', change);
}

/** Milliseconds of a frame for rendering numbers, in visible and off-screen panels together. */
const budget_ms = 16;
let spent_ms = 0;
/** Factor applied to a cost each time that it did not fit into the budget. */
const cost_decay = 0.9;
/** Number of times that a panel became stale. */
let changes = 0;
/** `update_stale_panels` is running or queued. */
let updating = false;
/** `update_when_idle` is waiting for a frame without changes. */
let waiting_for_idle = false;

const stale_panels = () => Array.from(visibilities.values()).filter(({ stale }) => stale);

/** Resolves in the next microtask; Preact renders in one. */
const microtask = () => Promise.resolve();

async function update_panel(visibility: PanelVisibility): Promise<void> {
  const started = performance.now();
  visibility.stale = false;
  visibility.updates.value++;
  await microtask();
  visibility.cost = performance.now() - started;
}

/** Adds to the time spent in this frame; the next frame starts from zero. */
function spend(milliseconds: number): void {
  if (spent_ms === 0) after_frame(() => (spent_ms = 0));
  spent_ms += milliseconds;
}

/** For a slow machine: updates one stale panel per frame once nothing has changed for two frames, and starts over on a change. */
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

/** Updates stale panels one by one, after the visible ones and while the budget lasts. */
async function update_stale_panels(): Promise<void> {
  let started = performance.now();
  // Preact may render the visible panels before or after this microtask; after two microtasks it has.
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

/** Returns a signal that follows `source`, with delay while the panel is off-screen. */
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

/** Returns a resource that follows `resource`, with delay while the panel is off-screen; `pending` is true while it lags behind. */
export function panel_resource<Table extends CallTable<Table>, Name extends keyof Table>(
  panel: string,
  resource: ResourceSignal<Table, Name>,
): ResourceSignal<Table, Name> {
  const shown = panel_signal(panel, resource);
  const pending: ReadonlySignal<boolean> = computed(() => resource.pending.value || shown.value !== resource.value);
  return Object.assign(shown, { pending, progress: resource.progress, stop: resource.stop, again: resource.again });
}
