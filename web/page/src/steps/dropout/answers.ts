/** The answers that the step shows. */
import type { AnswerOf } from '../../numbers/answers.ts';
import { slow_answers_of } from '../../numbers/slow_answers.ts';
import type * as recipe from './slow_recipe.ts';

export const { experiment } = slow_answers_of<typeof recipe>('dropout');
export type Experiment = AnswerOf<typeof experiment>;
