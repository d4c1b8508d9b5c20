/** The race on the page: asks the worker for what is wanted, which is the settings, the changes and the step of the address. */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { connect, CoreError } from '../../core/connection.ts';
import type { CallError } from '../../core/protocol.ts';
import { last_step } from '../../race_changes.ts';
import type { RaceChange } from '../../race_changes.ts';
import { store } from '../../store.ts';
import type { Frame, RaceInfo, Replay, ShowRequest, TrainingCalls } from './protocol.ts';
import { usable_weights } from './current.ts';
import { race_settings, weights_source } from './settings.ts';

const worker = connect<TrainingCalls>('training');
export const training_state = worker.state;

export const info = signal<RaceInfo | undefined>(undefined);
/** The newest frame of the race of `info`. */
export const shown = signal<Frame | undefined>(undefined);
/** The same for the figures that need not change sixty times a second: behind by less than a blink while the race runs. */
export const throttled = signal<Frame | undefined>(undefined);
export const refused = signal<CallError | undefined>(undefined);
/** The step that a long way has come to. */
export const under_way = signal<number | undefined>(undefined);
export const replayed = signal<Replay | undefined>(undefined);

/** Steps in one frame; 0: as many as there is time for. */
export const speeds = [1, 5, 20, 0] as const;
export type Speed = (typeof speeds)[number];
export const speed = signal<Speed>(5);
export const playing = signal(false);

/** Of a sixtieth of a second; the rest is for what the frame shows. */
const frame_budget_ms = 8;

/** Between two frames of the calmer figures. */
const throttle_ms = 120;
let throttled_at = 0;

/** A call that has taken so long is given up for the sake of a newer wish. */
const patience_ms = 300;

/** Another value means another race. */
const wanted_race = computed(() => ({ settings: race_settings.value, weights: usable_weights.value }));

let race = 0;
let started: typeof wanted_race.value | undefined;
let shown_for: { readonly changes: readonly RaceChange[]; readonly step: number } | undefined;
let busy = false;
let asked_at = 0;
let abort = new AbortController();

async function ask(request: Omit<ShowRequest, 'race'>): Promise<Frame> {
  abort = new AbortController();
  asked_at = performance.now();
  const on_progress = (step: number) => (under_way.value = step);
  try {
    return await worker.call('show', { race, ...request }, { signal: abort.signal, on_progress });
  } finally {
    under_way.value = undefined;
  }
}

async function begin(wanted: typeof wanted_race.value): Promise<void> {
  started = wanted;
  shown_for = undefined;
  refused.value = undefined;
  const { settings, weights } = wanted;
  if (settings === undefined) return forget();
  race += 1;
  const reply = await worker.call('start', { race, settings, weights });
  const changes = store.train_changes.peek();
  const frame = await ask({ changes, step: 0 });
  shown_for = { changes, step: 0 };
  batch(() => {
    info.value = reply;
    shown.value = frame;
    replayed.value = undefined;
    weights_source.value = (network) => worker.call('weights', { race, network });
  });
}

function forget(): void {
  batch(() => {
    info.value = undefined;
    shown.value = undefined;
    weights_source.value = undefined;
    playing.value = false;
  });
}

/** The address follows as far as the race has come, unless something else is wanted by now. */
async function show(request: Omit<ShowRequest, 'race'>): Promise<void> {
  const before = store.train_step.peek();
  const frame = await ask(request);
  shown_for = { changes: request.changes, step: frame.step };
  batch(() => {
    shown.value = frame;
    replayed.value = undefined;
    if (store.train_step.peek() === before) store.train_step.value = frame.step;
    if (frame.step >= last_step || Object.keys(frame.non_finite).length > 0) playing.value = false;
  });
}

/** What is to be asked next; undefined when all is as it is wanted. */
function next_call(): (() => Promise<void>) | undefined {
  const wanted = wanted_race.peek();
  if (wanted !== started) return () => begin(wanted);
  const [step, changes] = [store.train_step.peek(), store.train_changes.peek()];
  if (shown_for === undefined || (shown_for.step === step && shown_for.changes === changes)) return undefined;
  return () => show({ changes, step });
}

/** A refusal stands until something else is wanted; a call given up, or a worker gone, says nothing. */
function fail(error: unknown): void {
  playing.value = false;
  if (!(error instanceof CoreError)) return;
  if (started?.settings && shown_for) shown_for = { changes: store.train_changes.peek(), step: store.train_step.peek() };
  refused.value = { code: error.code, message: error.message };
}

/** One call after the other, until the page shows what is wanted. */
async function follow(first?: () => Promise<void>): Promise<void> {
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
  if (busy && next_call() && performance.now() - asked_at > patience_ms) abort.abort();
  untracked(() => void follow());
});

effect(() => {
  const frame = shown.value;
  if (playing.value && frame?.race === throttled.peek()?.race && performance.now() - throttled_at < throttle_ms) return;
  throttled_at = performance.now();
  throttled.value = frame;
});

/** A new worker knows of no race. */
export function start_worker(): void {
  started = undefined;
  shown_for = undefined;
  worker.restart();
}

function frame_of_play(): void {
  if (!playing.peek()) return;
  requestAnimationFrame(frame_of_play);
  if (busy || shown_for === undefined) return;
  const { changes, step } = shown_for;
  const by = speed.peek();
  const request = by === 0 ? { step: last_step, budget_ms: frame_budget_ms } : { step: Math.min(last_step, step + by) };
  void follow(() => show({ changes, ...request }));
}

export function toggle_play(): void {
  playing.value = !playing.peek();
  if (playing.peek()) requestAnimationFrame(frame_of_play);
}

/** To a step, by hand: the playing ends. */
export function go_to_step(step: number): void {
  batch(() => {
    playing.value = false;
    store.train_step.value = Math.min(last_step, Math.max(0, step));
  });
}

export async function replay(): Promise<void> {
  playing.value = false;
  await follow(async () => {
    const on_progress = (step: number) => (under_way.value = step);
    try {
      replayed.value = await worker.call('replay', { race }, { on_progress });
    } finally {
      under_way.value = undefined;
    }
  });
}
