/**
 * The page's side of the race: the user’s choices, and calls of the worker until it shows them with
 * the changes and the step of the store.
 */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import type { TrainableWeights } from 'ffn-lab';
import { publish_fixed } from '../../numbers/answers.ts';
import { call_error, connect, CoreError } from '../../numbers/connection.ts';
import type { CallError } from '../../numbers/protocol.ts';
import { last_step } from './changes.ts';
import { store } from '../../numbers/store.ts';
import type * as from_start from './from_start.ts';
import type { Move, TrainingCalls } from './service.ts';
import { data_widths, networks, type Network, type RunRequest } from './twins.ts';
import { data_error } from './weights_file.ts';

export const worker = connect<TrainingCalls>('training');

type FromStart = typeof from_start;
type Computed<Name extends keyof FromStart> = NonNullable<ReturnType<FromStart[Name]>>;
type Given<Name extends keyof FromStart> = Parameters<FromStart[Name]>[1];

/** Returns the answer whose program is a function of from_start.ts. */
export function answer_from_start<Name extends keyof FromStart>(
  name: Name,
  value: Computed<Name>,
  given: Given<Name>,
) {
  const program = async (path: string) =>
    (await import('./program.ts')).program_from_start(name, given, value, path);
  return { ...publish_fixed(`training.${name}`, value, program, given), given };
}

export type AnswerFromStart<Name extends keyof FromStart> = ReturnType<
  typeof answer_from_start<Name>
>;
export type RaceAnswer = AnswerFromStart<'race'>;
export type RaceProps = { readonly race: RaceAnswer };
export type NetworkProps = RaceProps & { readonly network: Network };

/**
 * Describes the user's data set, drawn or read from a file: the last valid one, also while another
 * data set is selected.
 */
export const own_facts = signal<AnswerFromStart<'dataset'> | undefined>(undefined);

/** Initial weights of both runs from a file; undefined for random weights. */
export const own_weights = signal<TrainableWeights | undefined>(undefined);

/**
 * Settings that the user cannot change: small enough for a step to take a fraction of a
 * millisecond.
 */
const usual = { n: 200, noise: 0.05, d_model: 8, batch_size: 32, gelu: 'gelu' } as const;

/** Undefined while the user's own data set is selected but empty. */
const race_settings = computed(() => {
  const { train_data, train_width, train_optimizer, train_lr, train_seed } = store;
  const data = train_data.value;
  const own = data === 'own' ? own_facts.value?.given.settings.own : undefined;
  if (data === 'own' && own === undefined) return undefined;
  const chosen = {
    d_ff: train_width.value,
    optimizer: train_optimizer.value,
    lr: train_lr.value,
    seed: train_seed.value,
  };
  return { ...usual, data, ...(own && { own }), ...chosen };
});

export const current_widths = computed(
  () => race_settings.value && data_widths(race_settings.value),
);

/**
 * Everything that a run would start with now: weights only if they fit the data. Undefined while
 * the user's own data set is empty.
 */
export const current_request = computed((): RunRequest | undefined => {
  const [settings, widths, weights] = [
    race_settings.value,
    current_widths.value,
    own_weights.value,
  ];
  return (
    settings && {
      settings,
      weights: widths && weights && !data_error(weights, widths) ? weights : undefined,
    }
  );
});

export const shown = signal<RaceAnswer | undefined>(undefined);
/** `shown`, throttled during playback for figures that are expensive to render. */
export const throttled = signal<RaceAnswer | undefined>(undefined);
export const refused = signal<CallError | undefined>(undefined);
/** Step that the current call has reached; undefined without a call or before its first report. */
export const move_progress = signal<number | undefined>(undefined);
export const replayed = signal<AnswerFromStart<'replay'> | undefined>(undefined);

/** Steps per frame; 0 for as many as the frame's time budget allows. */
export const speeds = [1, 5, 20, 0] as const;
export const speed = signal<(typeof speeds)[number]>(5);
export const playing = signal(false);

/** Training time per frame of 1/60 s; the rest is for rendering. */
const frame_budget_ms = 8;

/** Shortest time between two updates of `throttled`. */
const throttle_ms = 120;
let throttled_at = 0;

/** A call that has taken this long is aborted when a newer request is pending. */
const abort_after_ms = 300;

let started: RunRequest | undefined;
let setup: TrainingCalls['start']['reply'] | undefined;
/** The move that the page shows; undefined until the race has started. */
let shown_for: Pick<Move, 'changes' | 'step'> | undefined;
let busy = false;
let called_at = 0;
let abort = new AbortController();

const call = <Name extends 'show' | 'replay'>(
  name: Name,
  request: TrainingCalls[Name]['request'],
) =>
  worker.call(name, request, {
    signal: abort.signal,
    on_progress: (step) => (move_progress.value = step),
  });

async function begin(request: RunRequest): Promise<void> {
  started = request;
  shown_for = undefined;
  refused.value = undefined;
  setup = await worker.call('start', request);
  shown_for = { changes: [], step: -1 };
}

/**
 * Shows a step and stores the step reached, unless the user has requested another step meanwhile.
 */
async function show(move: Move): Promise<void> {
  const before = store.train_step.peek();
  const frame = await call('show', move);
  const { changes, step, reached, non_finite } = frame;
  shown_for = { changes: move.changes, step };
  if (!started || !setup || current_request.peek() === undefined) return;
  const failing = networks.filter((name) => non_finite[name] !== undefined);
  const answer = answer_from_start(
    'race',
    { ...setup, ...frame },
    { ...started, changes, step, reached, failing },
  );
  batch(() => {
    shown.value = answer;
    replayed.value = undefined;
    if (store.train_step.peek() === before) store.train_step.value = step;
    if (step >= last_step || failing.length > 0) playing.value = false;
  });
}

/** Returns the next call; undefined if the page shows the requested state. */
function next_call(): (() => Promise<void>) | undefined {
  const [request, changes, step] = [
    current_request.peek(),
    store.train_changes.peek(),
    store.train_step.peek(),
  ];
  if (request === undefined) return undefined;
  if (request !== started) return () => begin(request);
  if (shown_for === undefined || (shown_for.step === step && shown_for.changes === changes))
    return undefined;
  return () => show({ changes, step });
}

/**
 * Shows an error of the core until the next request; ignores a lost worker, which has its own
 * notice.
 */
function fail(error: unknown): void {
  playing.value = false;
  if (!(error instanceof CoreError)) return;
  if (shown_for) shown_for = { changes: store.train_changes.peek(), step: store.train_step.peek() };
  refused.value = call_error(error);
}

/** Runs calls sequentially until the page shows the requested state. */
async function run_calls(first?: () => Promise<void>): Promise<void> {
  if (busy) return;
  busy = true;
  for (
    let next = first ?? next_call();
    next && worker.state.peek().phase === 'ready';
    next = next_call()
  ) {
    abort = new AbortController();
    called_at = performance.now();
    try {
      await next();
    } catch (error) {
      if (!abort.signal.aborted) fail(error);
    }
    move_progress.value = undefined;
  }
  busy = false;
}

effect(() => {
  const ready = worker.state.value.phase === 'ready';
  void [store.train_step.value, store.train_changes.value];
  if (current_request.value === undefined) {
    shown.value = undefined;
    playing.value = false;
  }
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

export function start_worker(): void {
  started = undefined;
  shown_for = undefined;
  worker.restart();
}

function play_frame(): void {
  if (!playing.peek()) return;
  requestAnimationFrame(play_frame);
  if (busy || shown_for === undefined) return;
  const { changes, step } = shown_for;
  const by = speed.peek();
  const move =
    by === 0
      ? { step: last_step, budget_ms: frame_budget_ms }
      : { step: Math.min(last_step, step + by) };
  void run_calls(() => show({ changes, ...move }));
}

export function toggle_play(): void {
  playing.value = !playing.peek();
  if (playing.peek()) requestAnimationFrame(play_frame);
}

/** Moves to a step, with other changes if they are given, and stops playback. */
export function go_to_step(step: number, changes = store.train_changes.peek()): void {
  batch(() => {
    playing.value = false;
    store.train_changes.value = changes;
    store.train_step.value = Math.min(last_step, Math.max(0, step));
  });
}

export async function replay(): Promise<void> {
  playing.value = false;
  await run_calls(async () => {
    const found = await call('replay', undefined);
    const { given } = shown.peek() ?? {};
    if (given) replayed.value = answer_from_start('replay', found, given);
  });
}
