/** The page's side of the race: calls the worker until it shows the settings, the changes and the step of the store. */
import { batch, effect, signal, untracked } from '@preact/signals';
import type { TrainableWeights } from 'ffn-lab';
import type { Answer } from '../../numbers/answers.ts';
import { CoreError } from '../../numbers/connection.ts';
import type { CallError } from '../../numbers/protocol.ts';
import { last_step } from '../../numbers/race_changes.ts';
import type { RaceChange } from '../../numbers/race_changes.ts';
import { store } from '../../numbers/store.ts';
import { answer_from_start, worker } from './connection.ts';
import type { Computed, RaceAnswer } from './connection.ts';
import type { RaceState } from './from_start.ts';
import type { ShowRequest, TrainingCalls } from './service.ts';
import { current_request } from './settings.ts';
import { networks } from './twins.ts';
import type { Network } from './twins.ts';

/** The newest frame of the race. */
export const shown = signal<RaceAnswer | undefined>(undefined);
/** `shown`, throttled during playback for figures that are expensive to render. */
export const throttled = signal<RaceAnswer | undefined>(undefined);
export const refused = signal<CallError | undefined>(undefined);
/** Step that the current call has reached; undefined without a call or before its first report. */
export const move_progress = signal<number | undefined>(undefined);
export const replayed = signal<Answer<Computed<'replay'>> | undefined>(undefined);

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

let race = 0;
/** The request with which the race has begun; another one starts a new race. */
let started: typeof current_request.value;
let setup: TrainingCalls['start']['reply'] | undefined;
let shown_for: { readonly changes: readonly RaceChange[]; readonly step: number } | undefined;
let busy = false;
let called_at = 0;
let abort = new AbortController();

const failing = ({ non_finite }: Pick<Computed<'race'>, 'non_finite'>) => networks.filter((name) => non_finite[name] !== undefined);

/** Returns the state of the program of a frame. */
const state_of = (frame: TrainingCalls['show']['reply']): RaceState | undefined =>
  started && { ...started, changes: frame.changes, step: frame.step, reached: frame.reached, failing: failing(frame) };

/** Returns the answer of the race at a step. */
async function call_show(request: Omit<ShowRequest, 'race'>): Promise<RaceAnswer | undefined> {
  abort = new AbortController();
  called_at = performance.now();
  const on_progress = (step: number) => (move_progress.value = step);
  try {
    const frame = await worker.call('show', { race, ...request }, { signal: abort.signal, on_progress });
    const state = state_of(frame);
    return state && setup && answer_from_start('race', { ...setup, ...frame }, state);
  } finally {
    move_progress.value = undefined;
  }
}

async function begin(wanted: typeof started): Promise<void> {
  started = wanted;
  shown_for = undefined;
  refused.value = undefined;
  if (wanted === undefined) return clear();
  race += 1;
  setup = await worker.call('start', { race, ...wanted });
  const changes = store.train_changes.peek();
  const frame = await call_show({ changes, step: 0 });
  shown_for = { changes, step: 0 };
  batch(() => {
    shown.value = frame;
    replayed.value = undefined;
  });
}

function clear(): void {
  batch(() => {
    shown.value = undefined;
    playing.value = false;
  });
}

/** Shows a step and stores the step reached, unless the user has requested another step meanwhile. */
async function show(request: Omit<ShowRequest, 'race'>): Promise<void> {
  const before = store.train_step.peek();
  const frame = await call_show(request);
  if (frame === undefined) return;
  const { step } = frame.value;
  shown_for = { changes: request.changes, step };
  batch(() => {
    shown.value = frame;
    replayed.value = undefined;
    if (store.train_step.peek() === before) store.train_step.value = step;
    if (step >= last_step || failing(frame.value).length > 0) playing.value = false;
  });
}

/** Returns the next call; undefined if the page shows the requested state. */
function next_call(): (() => Promise<void>) | undefined {
  const wanted = current_request.peek();
  if (wanted !== started || (wanted === undefined && shown.peek())) return () => begin(wanted);
  const [step, changes] = [store.train_step.peek(), store.train_changes.peek()];
  if (shown_for === undefined || (shown_for.step === step && shown_for.changes === changes)) return undefined;
  return () => show({ changes, step });
}

/** Shows an error of the core until the next request; ignores a lost worker, which has its own notice. */
function fail(error: unknown): void {
  playing.value = false;
  if (!(error instanceof CoreError)) return;
  if (started && shown_for) shown_for = { changes: store.train_changes.peek(), step: store.train_step.peek() };
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
  void [current_request.value, store.train_step.value, store.train_changes.value];
  if (!ready) return;
  if (busy && next_call() && performance.now() - called_at > abort_after_ms) abort.abort();
  untracked(() => void run_calls());
});

effect(() => {
  const frame = shown.value;
  const same_race = frame?.value.dataset === throttled.peek()?.value.dataset;
  if (playing.value && same_race && performance.now() - throttled_at < throttle_ms) return;
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
    const state = shown.peek()?.given as RaceState | undefined;
    const on_progress = (step: number) => (move_progress.value = step);
    try {
      const found = await worker.call('replay', { race }, { on_progress });
      if (state) replayed.value = answer_from_start('replay', found, state);
    } finally {
      move_progress.value = undefined;
    }
  });
}

/** Returns the weights of a network at the step that the race has reached. */
export const current_weights = (network: Network): Promise<TrainableWeights> => worker.call('weights', { race, network });
