/** The answers of the step's recipes. */
import { answers_of } from '../../numbers/answers.ts';
import type * as recipe from './recipe.ts';

export const answers = answers_of<typeof recipe>('hidden');
