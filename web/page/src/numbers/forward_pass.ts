/** The forward pass, shared by the hero and the steps. */
import { answers_of, shown_answer, type AnswerOf } from './answers.ts';
import type * as recipe from '../compute/forward_recipe.ts';
import { store } from '../state/store.ts';

export const { pass: forward_pass, shown_weights: forward_weights } =
  answers_of<typeof recipe>('forward');
export type Pass = AnswerOf<typeof forward_pass>;

/**
 * Returns the pass if it belongs to the chosen example, otherwise undefined. A stale pass of the
 * same example stays until the next one arrives.
 */
export const shown_pass = (): Pass | undefined => shown_answer(forward_pass);

/** Returns the chosen token, clamped to the last token of the pass. */
export const token_of = ({ value: { tensors, d_model } }: Pass): number =>
  Math.min(store.token.value, Math.max(1, tensors.x.data.length / d_model) - 1);
