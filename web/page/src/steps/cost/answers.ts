/** Answers about the cost of networks, blocks and models. */
import { answers_of } from '../../numbers/answers.ts';
import type * as recipe from './recipe.ts';

export const { ratios, widths, attention, doubled, reference } = answers_of<typeof recipe>('cost');
