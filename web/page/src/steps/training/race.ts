/** The page's side of the race: the user’s choices, the step that is shown, and the playback. */
import { batch, computed, effect, signal } from '@preact/signals';
import type { TrainableWeights } from 'ffn-lab';
import { asked_answer } from '../../numbers/asked.ts';
import type { AnswerOf } from '../../numbers/answers.ts';
import { store } from '../../state/store.ts';
import { last_step } from './changes.ts';
import { horizon_of } from './frame.ts';
import type * as recipe from './recipe.ts';
import type { RaceState } from './session.ts';
import { data_widths, networks, type Network, type RunRequest } from './twins.ts';
import { data_error } from './weights_file.ts';
import { own_data } from './own_state.ts';
import { worker } from './worker.ts';

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
  const own = data === 'own' ? own_data.value : undefined;
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

/** Steps per frame; 0 for as many as the frame's time budget allows. */
export const speeds = [1, 5, 20, 0] as const;
export const speed = signal<(typeof speeds)[number]>(5);
export const playing = signal(false);
/** The step at which the playback pauses: the end of the time axis when it began. */
let play_until = last_step;

/** Training time per frame of 1/60 s; the rest is for rendering. */
const frame_budget_ms = 8;

/** The playback's next move, unless the user has gone to another step than `from`. */
const next_move = signal<
  { readonly from: number; readonly to: Pick<RaceState, 'step' | 'budget_ms'> } | undefined
>(undefined);

const wanted = (): RaceState | undefined => {
  const [request, step, move] = [current_request.value, store.train_step.value, next_move.value];
  const to = move?.from === step ? move.to : { step };
  return request && { ...request, changes: store.train_changes.value, budget_ms: undefined, ...to };
};

/** The race at the step of the store, which it sets to where it ends. */
export const race = asked_answer<typeof recipe.race>('training.race', wanted, {
  worker,
  settled: ({ budget_ms: _, ...asked }, { step }) => ({ ...asked, step }),
});
export type RaceAnswer = AnswerOf<typeof race>;
export type RaceProps = { readonly race: RaceAnswer };
export type NetworkProps = RaceProps & { readonly network: Network };

/** Undefined while there is nothing to train on. */
export const shown = computed(() => (current_request.value ? race.shown.value : undefined));
/** `shown`, throttled during playback for figures that are expensive to render. */
export const throttled = signal<RaceAnswer | undefined>(undefined);

/** Shortest time between two updates of `throttled`. */
const throttle_ms = 120;
let throttled_at = 0;

effect(() => {
  const frame = shown.value;
  const same_race = frame?.state.settings === throttled.peek()?.state.settings;
  if (playing.value && same_race && performance.now() - throttled_at < throttle_ms) return;
  throttled_at = performance.now();
  throttled.value = frame;
});

/** The race whose repetition the user has asked for, until another step is shown. */
const repeated = signal<RaceAnswer | undefined>(undefined);
const repetition = asked_answer<typeof recipe.replay>(
  'training.replay',
  () => repeated.value?.state,
  { worker },
);
export const replayed = computed(() => {
  const found = repetition.shown.value;
  const ready = repeated.value === shown.value && !repetition.pending.value;
  return repeated.value && ready ? found : undefined;
});

effect(() => {
  const ended = race.shown.value;
  if (ended === undefined) return;
  const { step, non_finite } = ended.value;
  const diverged = networks.some((name) => non_finite[name] !== undefined);
  batch(() => {
    const before = store.train_step.peek();
    if (next_move.peek()?.from === before || (diverged && before > step))
      store.train_step.value = step;
    next_move.value = undefined;
    repeated.value = undefined;
    if (step >= play_until || diverged) playing.value = false;
  });
});

effect(() => {
  if (race.error.value || current_request.value === undefined) playing.value = false;
});

function play_frame(): void {
  if (!playing.peek()) return;
  requestAnimationFrame(play_frame);
  if (race.pending.peek() || shown.peek() === undefined) return;
  const [from, by] = [store.train_step.peek(), speed.peek()];
  const to =
    by === 0
      ? { step: play_until, budget_ms: frame_budget_ms }
      : { step: Math.min(play_until, from + by) };
  next_move.value = { from, to };
}

export function toggle_play(): void {
  playing.value = !playing.peek();
  if (!playing.peek()) return;
  play_until = horizon_of(store.train_step.peek() + 1, shown.peek()?.value.reached);
  requestAnimationFrame(play_frame);
}

/** Moves to a step, with other changes if they are given, and stops playback. */
export function go_to_step(step: number, changes = store.train_changes.peek()): void {
  batch(() => {
    playing.value = false;
    next_move.value = undefined;
    store.train_changes.value = changes;
    store.train_step.value = Math.min(last_step, Math.max(0, step));
  });
}

export function replay(): void {
  playing.value = false;
  repeated.value = shown.peek();
}
