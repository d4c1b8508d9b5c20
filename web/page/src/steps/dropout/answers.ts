/** Many passes with dropout: the answer that the parts of the step show. */
import type { AnswerOf } from '../../numbers/answers.ts';
import { asked_answer } from '../../numbers/asked.ts';
import type * as recipe from './recipe.ts';

export const experiment = asked_answer<typeof recipe.experiment>('dropout.experiment');
export type Experiment = AnswerOf<typeof experiment>;

export const more_passes = asked_answer<typeof recipe.more_passes>('dropout.more_passes');
