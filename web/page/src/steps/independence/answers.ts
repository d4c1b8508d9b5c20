import { answers_of } from '../../numbers/answers.ts';
import type { AnswerOf } from '../../numbers/answers.ts';
import type * as recipe from './recipe.ts';

export const { comparison, one_of_ten } = answers_of<typeof recipe>('independence');
export type Comparison = AnswerOf<typeof comparison>;

export const layers = ['feed_forward', 'attention'] as const;
export const experiments = ['alone', 'permuted', 'others'] as const;
