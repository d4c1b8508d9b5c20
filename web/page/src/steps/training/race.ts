/** The page's side of the race: calls the worker until it shows the settings, the changes and the step of the store. */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { connect, CoreError } from '../../numbers/connection.ts';
import type { CallError } from '../../numbers/protocol.ts';
import { last_step } from '../../numbers/race_changes.ts';
import type { RaceChange } from '../../numbers/race_changes.ts';
import { store } from '../../numbers/store.ts';
import type { Frame, RaceInfo, Replay, ShowRequest, TrainingCalls } from './protocol.ts';
import { usable_weights } from './current.ts';
import { race_settings, weights_source } from './settings.ts';

const worker = connect<TrainingCalls>('training');
export const training_state = worker.state;

export const info = signal<RaceInfo | undefined>(undefined);
/** The newest frame of the race of `info`. */
export const shown = signal<Frame | undefined>(undefined);
/** `shown`, throttled during playback for figures that are expensive to render. */
export const throttled = signal<Frame | undefined>(undefined);
export const refused = signal<CallError | undefined>(undefined);
/** Step that the current call has reached; undefined without a call or before its first report. */
export const move_progress = signal<number | undefined>(undefined);
export const replayed = signal<Replay | undefined>(undefined);

/** Steps per frame; 0 for as many as the frame's time budget allows. */
export const speeds = [1, 5, 20, 0] as const;
export type Speed = (typeof speeds)[number];
export const speed = signal<Speed>(5);
export const playing = signal(false);

/** Training time per frame of 1/60 s; the rest is for rendering. */
const frame_budget_ms = 8;

/** Shortest time between two updates of `throttled`. */
const throttle_ms = 120;
let throttled_at = 0;

/** A call that has taken this long is aborted when a newer request is pending. */
const abort_after_ms = 300;

/** Inputs of the race; a new value starts a new race. */
const wanted_race = computed(() => ({ settings: race_settings.value, weights: usable_weights.value }));

let race = 0;
let started: typeof wanted_race.value | undefined;
let shown_for: { readonly changes: readonly RaceChange[]; readonly step: number } | undefined;
let busy = false;
let called_at = 0;
let abort = new AbortController();

async function call_show(request: Omit<ShowRequest, 'race'>): Promise<Frame> {
  abort = new AbortController();
  called_at = performance.now();
  const on_progress = (step: number) => (move_progress.value = step);
  try {
    return await worker.call('show', { race, ...request }, { signal: abort.signal, on_progress });
  } finally {
    move_progress.value = undefined;
  }
}

async function begin(wanted: typeof wanted_race.value): Promise<void> {
  started = wanted;
  shown_for = undefined;
  refused.value = undefined;
  const { settings, weights } = wanted;
  if (settings === undefined) return clear();
  race += 1;
  const reply = await worker.call('start', { race, settings, weights });
  const changes = store.train_changes.peek();
  const frame = await call_show({ changes, step: 0 });
  shown_for = { changes, step: 0 };
  batch(() => {
    info.value = reply;
    shown.value = frame;
    replayed.value = undefined;
    weights_source.value = (network) => worker.call('weights', { race, network });
  });
}

function clear(): void {
  batch(() => {
    info.value = undefined;
    shown.value = undefined;
    weights_source.value = undefined;
    playing.value = false;
  });
}

/** Shows a step and stores the step reached, unless the user has requested another step meanwhile. */
async function show(request: Omit<ShowRequest, 'race'>): Promise<void> {
  const before = store.train_step.peek();
  const frame = await call_show(request);
  shown_for = { changes: request.changes, step: frame.step };
  batch(() => {
    shown.value = frame;
    replayed.value = undefined;
    if (store.train_step.peek() === before) store.train_step.value = frame.step;
    if (frame.step >= last_step || Object.keys(frame.non_finite).length > 0) playing.value = false;
  });
}

/** Returns the next call; undefined if the page shows the requested state. */
function next_call(): (() => Promise<void>) | undefined {
  const wanted = wanted_race.peek();
  if (wanted !== started) return () => begin(wanted);
  const [step, changes] = [store.train_step.peek(), store.train_changes.peek()];
  if (shown_for === undefined || (shown_for.step === step && shown_for.changes === changes)) return undefined;
  return () => show({ changes, step });
}

/** Shows an error of the core until the next request; ignores a lost worker, which has its own notice. */
function fail(error: unknown): void {
  playing.value = false;
  if (!(error instanceof CoreError)) return;
  if (started?.settings && shown_for) shown_for = { changes: store.train_changes.peek(), step: store.train_step.peek() };
  refused.value = { code: error.code, message: error.message };
}

/** Runs calls sequentially until the page shows the requested state. */
async function run_calls(first?: () => Promise<void>): Promise<void> {
  if (busy) return;
  busy = true;
  for (let next = first ?? next_call(); next && worker.state.peek().phase === 'ready'; next = next_call()) {
    try {
      await next();
    } catch (error) {
      if (!abort.signal.aborted) fail(error);
    }
  }
  busy = false;
}

effect(() => {
  const ready = worker.state.value.phase === 'ready';
  void [wanted_race.value, store.train_step.value, store.train_changes.value];
  if (!ready) return;
  if (busy && next_call() && performance.now() - called_at > abort_after_ms) abort.abort();
  untracked(() => void run_calls());
});

effect(() => {
  const frame = shown.value;
  if (playing.value && frame?.race === throttled.peek()?.race && performance.now() - throttled_at < throttle_ms) return;
  throttled_at = performance.now();
  throttled.value = frame;
});

/** Starts a new worker and begins the race again in it. */
export function start_worker(): void {
  started = undefined;
  shown_for = undefined;
  worker.restart();
}

let started_once = false;

/** Starts the worker when the step is opened for the first time. */
export function start_worker_once(): void {
  if (!started_once) start_worker();
  started_once = true;
}

function play_frame(): void {
  if (!playing.peek()) return;
  requestAnimationFrame(play_frame);
  if (busy || shown_for === undefined) return;
  const { changes, step } = shown_for;
  const by = speed.peek();
  const request = by === 0 ? { step: last_step, budget_ms: frame_budget_ms } : { step: Math.min(last_step, step + by) };
  void run_calls(() => show({ changes, ...request }));
}

export function toggle_play(): void {
  playing.value = !playing.peek();
  if (playing.peek()) requestAnimationFrame(play_frame);
}

/** Moves to a step and stops playback. */
export function go_to_step(step: number): void {
  batch(() => {
    playing.value = false;
    store.train_step.value = Math.min(last_step, Math.max(0, step));
  });
}

export async function replay(): Promise<void> {
  playing.value = false;
  await run_calls(async () => {
    const on_progress = (step: number) => (move_progress.value = step);
    try {
      replayed.value = await worker.call('replay', { race }, { on_progress });
    } finally {
      move_progress.value = undefined;
    }
  });
}
