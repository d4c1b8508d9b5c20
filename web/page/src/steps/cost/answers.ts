import { answers_of } from '../../numbers/answers.ts';
import type { AnswerOf } from '../../numbers/answers.ts';
import type * as recipe from './recipe.ts';

export const { ratios, doubled, reference } = answers_of<typeof recipe>('cost');
export type Ratios = AnswerOf<typeof ratios>;
export type Reference = AnswerOf<typeof reference>;
