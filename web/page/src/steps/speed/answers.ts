/**
 * The measurements, one at a time, each in a new worker that is terminated at its end. Results stay
 * until they are replaced.
 */
import { computed, signal } from '@preact/signals';
import { asked_answer } from '../../numbers/asked.ts';
import { connect } from '../../compute/connection.ts';
import type { StateOf, ValueOf } from '../../compute/recipe.ts';
import type * as recipe from './recipe.ts';

export type MeasuredCall = keyof typeof recipe;
export type SpeedAnswers = {
  readonly [Name in MeasuredCall]: ValueOf<(typeof recipe)[Name]>;
};

const worker = connect('speed');

let was_hidden = false;
document.addEventListener('visibilitychange', () => (was_hidden = true));

function measurement<Name extends MeasuredCall>(name: Name) {
  type Request = StateOf<(typeof recipe)[Name]>;
  const request = signal<Request | undefined>(undefined);
  const answer = asked_answer<(typeof recipe)[Name]>(`speed.${name}`, () => request.value, {
    worker,
    alone: true,
    settled: (asked) => ({ ...asked, was_hidden }),
  });
  /** Measures; no other measurement may be running. */
  const measure = (asked: Request) => {
    was_hidden = document.hidden;
    request.value = asked;
    answer.again();
  };
  return { answer, measure };
}

export const measurements = {
  engines: measurement('engines'),
  stages: measurement('stages'),
  activations: measurement('activations'),
};

/** Whether one of them is running. */
export const is_running = computed(() =>
  Object.values(measurements).some(({ answer }) => answer.pending.value),
);
