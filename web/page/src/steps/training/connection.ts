/** The worker of the race, and the answers that its replies become. */
import { publish_answer } from '../../numbers/answers.ts';
import type { Answer } from '../../numbers/answers.ts';
import { connect } from '../../numbers/connection.ts';
import type { State } from '../../numbers/recipe.ts';
import { initial_state } from '../../numbers/url_state.ts';
import type * as from_start from './from_start.ts';
import type { TrainingCalls } from './service.ts';

export const worker = connect<TrainingCalls>('training');

type FromStart = typeof from_start;
/** The value of an answer, by the name of the function that computes it from the start. */
export type Computed<Name extends keyof FromStart> = NonNullable<ReturnType<FromStart[Name]>>;

/** Returns the answer whose program is a function of from_start.ts. */
export const answer_from_start = <Name extends keyof FromStart>(
  name: Name,
  value: Computed<Name>,
  given: Parameters<FromStart[Name]>[1],
): Answer<Computed<Name>> =>
  publish_answer({
    recipe: `training.${name}`,
    value,
    state: initial_state as State,
    reads: [],
    given,
    program: async (path) => (await import('./program.ts')).program_from_start(name, given, value, path),
  });

export type RaceAnswer = Answer<Computed<'race'>>;
