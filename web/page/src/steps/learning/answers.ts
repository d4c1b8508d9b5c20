/**
 * The page's side of the training: the step that the user wants to see, the step that both twins
 * train towards, and the worker's answers.
 */
import { effect, signal } from '@preact/signals';
import { start_with_corpus } from '../../language_model/answers.ts';
import { sentence } from '../../language_model/chosen.ts';
import type * as file_recipe from '../../language_model/file_recipe.ts';
import type { AnswerOf } from '../../numbers/answers.ts';
import { asked_answer } from '../../numbers/asked.ts';
import { connect } from '../../compute/connection.ts';
import { store } from '../../state/store.ts';
import type * as recipe from './recipe.ts';
import { recorded_steps } from './twins.ts';

export const worker = connect('learning');

export const start_learning = (): void => start_with_corpus(worker);

/** The step that is shown, or will be when it is computed. */
export const wanted = signal(0);

/** The recorded step at which the training, or its replay, ends; undefined while it pauses. */
export const goal = signal<number | undefined>(undefined);

export const learned = asked_answer<typeof recipe.learned>(
  'learning.learned',
  () =>
    sentence.value && {
      step: wanted.value,
      activation: store.fact_activation.value,
      prompt: sentence.value.prompt,
    },
  { worker },
);
export type Learned = AnswerOf<typeof learned>;

/** The trained twins beside the shipped models, once the last step is shown. */
export const compared = asked_answer<typeof recipe.compared>(
  'learning.compared',
  () => {
    const { step, last } = learned.shown.value?.value ?? {};
    return step === last && step !== undefined ? { step } : undefined;
  },
  { worker },
);
export type Compared = AnswerOf<typeof compared>;

/** Trainings that were done ahead, from their first step to the last. */
export const ahead = asked_answer<typeof file_recipe.variants>('facts.variants', () => ({}), {
  worker,
});
export type TrainedAhead = AnswerOf<typeof ahead>;

/** Starts a new worker, whose twins begin from step 0. */
export function start_again(): void {
  goal.value = undefined;
  wanted.value = 0;
  worker.restart();
}

/** Shows a step that has been trained; trains to any other. */
export function go_to(step: number): void {
  const trained = step <= (learned.shown.peek()?.value.reached ?? 0);
  goal.value = trained ? undefined : step;
  if (trained) wanted.value = step;
}

/** Trains to the end, or pauses; after the last step, repeats the training from the start. */
export function toggle(last: number): void {
  const paused = goal.value === undefined;
  if (paused && wanted.value === last) wanted.value = 0;
  goal.value = paused ? last : undefined;
}

/** Where the present training began, and when; undefined while it pauses or repeats known steps. */
let began: { readonly step: number; readonly at: number } | undefined;

/** Seconds until the goal, as fast as since the training began; undefined until that is known. */
export const seconds_left = signal<number | undefined>(undefined);

function estimate({ step, reached }: Pick<Learned['value'], 'step' | 'reached'>): void {
  const now = performance.now();
  const towards = step < reached ? undefined : goal.peek();
  seconds_left.value = undefined;
  if (towards === undefined) {
    began = undefined;
    return;
  }
  began ??= { step, at: now };
  if (step > began.step)
    seconds_left.value = (((towards - step) / (step - began.step)) * (now - began.at)) / 1000;
}

/** Time that a step is shown which has been trained before. */
const replay_ms = 80;

/**
 * Goes on to the next recorded step whenever one is shown, until the goal; returns a function that
 * ends that.
 */
export const follow_goal = (): (() => void) =>
  effect(() => {
    const { step, last, reached } = learned.shown.value?.value ?? { step: -1, last: 0, reached: 0 };
    const failed = worker.state.value.phase === 'failed' || learned.error.value !== undefined;
    const towards = goal.value;
    estimate({ step, reached });
    if (towards === undefined) return undefined;
    // A step that is not finite ends before the wanted one.
    const ended =
      learned.shown.value?.state.step === wanted.value && (step < wanted.value || step >= towards);
    if (failed || ended) goal.value = undefined;
    if (failed || ended || step !== wanted.value) return undefined;
    const next = recorded_steps(last).find((one) => one > step) ?? last;
    const timer = setTimeout(() => (wanted.value = next), step < reached ? replay_ms : 0);
    return () => clearTimeout(timer);
  });
