/** The experiment with several seeds: its choice of steps, its runs and its outcome. */
import { computed, signal } from '@preact/signals';
import type { AnswerOf } from '../../numbers/answers.ts';
import { asked_answer } from '../../numbers/asked.ts';
import { call_error_text } from '../../numbers/call_error.tsx';
import { connect } from '../../compute/connection.ts';
import { same_value } from '../../state/state.ts';
import { t } from '../../words/i18n.ts';
import { current_request } from './race.ts';
import type * as recipe from './recipe.ts';
import type { SeedsRequest } from './seed_runs.ts';
import type { RunRequest } from './twins.ts';

export const seed_count = 10;
export const step_choices = [200, 500, 1000] as const;
export const seed_steps = signal<(typeof step_choices)[number]>(500);

const wanted = signal<SeedsRequest | undefined>(undefined);

/**
 * The outcome, in a worker of its own, so that the race goes on meanwhile; when it is cancelled,
 * that of the completed seeds stays.
 */
export const seeds = asked_answer<typeof recipe.seeds>('training.seeds', () => wanted.value, {
  worker: connect('training_seeds'),
  alone: true,
});
export type SeedsAnswer = AnswerOf<typeof seeds>;

const request_of = (current: RunRequest): SeedsRequest => ({
  ...current,
  steps: seed_steps.value,
  seeds: seed_count,
});

/** Whether the settings differ from the outcome's. */
export const outdated = computed(() => {
  const current = current_request.value;
  return !same_value(current && request_of(current), seeds.shown.value?.state);
});

/** How the last experiment has ended. */
export const ended = computed(() => {
  const { answer, error, stopped } = seeds.value;
  if (stopped) return t('training.seeds_cancelled');
  if (error) return `${t('training.seeds_failed')} ${call_error_text(error)}`;
  return answer ? t('training.seeds_done') : '';
});

export function run_seeds(current: RunRequest): void {
  wanted.value = request_of(current);
  seeds.again();
}
