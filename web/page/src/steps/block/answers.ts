/** The answers that the step shows. */
import { answers_of } from '../../numbers/answers.ts';
import type { AnswerOf } from '../../numbers/answers.ts';
import type * as recipe from './recipe.ts';

export const { block, gpt2_cost } = answers_of<typeof recipe>('block');
export type BlockAnswer = AnswerOf<typeof block>;
