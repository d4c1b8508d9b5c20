/** The experiment with several seeds: its choice of steps, its runs and its outcome. */
import { computed, signal } from '@preact/signals';
import { core_error_text } from '../../numbers/call_error.tsx';
import { connect } from '../../numbers/connection.ts';
import { run_alone } from '../../numbers/run_alone.ts';
import { same_value } from '../../numbers/recipe.ts';
import { t } from '../../words/i18n.ts';
import { answer_from_start, current_request, type AnswerFromStart } from './race.ts';
import type { SeedsProgress, SeedsRequest } from './seed_runs.ts';
import type { SeedsCalls } from './service.ts';
import type { RunRequest } from './twins.ts';

export const seed_count = 10;
export const step_choices = [200, 500, 1000] as const;
export const seed_steps = signal<(typeof step_choices)[number]>(500);

export type SeedsAnswer = AnswerFromStart<'seeds'>;

/** The last outcome; the settings may have changed since. */
export const found = signal<SeedsAnswer | undefined>(undefined);

/** Whether the settings differ from the outcome's. */
export const outdated = computed(() => {
  const given = found.value?.given;
  return !same_value(
    { ...current_request.value, steps: seed_steps.value, seeds: given?.seeds },
    given,
  );
});

/** Undefined unless the experiment runs. */
export const progress = signal<Pick<SeedsProgress, 'done' | 'total'> | undefined>(undefined);
export const running = computed(() => progress.value !== undefined);
export const ended = signal('');

const connection = connect<SeedsCalls>('training_seeds');
export let controller = new AbortController();

/** Runs the experiment; when it is cancelled, the outcome of the completed seeds stays. */
export async function run_seeds(current: RunRequest): Promise<void> {
  const request: SeedsRequest = { ...current, steps: seed_steps.peek(), seeds: seed_count };
  const show = ({ outcome, ...now }: SeedsProgress) => {
    progress.value = now;
    if (outcome)
      found.value = answer_from_start('seeds', outcome, { ...request, seeds: outcome.seeds });
  };
  controller = new AbortController();
  show({ done: 0, total: request.seeds * request.steps, outcome: undefined });
  try {
    await run_alone(connection, 'run', request, controller.signal, show);
    ended.value = t('training.seeds_done');
  } catch (error) {
    ended.value = controller.signal.aborted
      ? t('training.seeds_cancelled')
      : `${t('training.seeds_failed')} ${core_error_text(error)}`;
  }
  progress.value = undefined;
  connection.stop();
}
