import { answers_of } from '../../numbers/answers.ts';
import type { AnswerOf } from '../../numbers/answers.ts';
import type * as recipe from './recipe.ts';

export const { histograms, sparsity, attended_unit, zero_shares } = answers_of<typeof recipe>('hidden');
export type Histograms = AnswerOf<typeof histograms>;
export type Shares = AnswerOf<typeof sparsity>;

/** Tensors before the activation and after each. */
export const tensors = ['pre_activation', 'hidden_gelu', 'hidden_relu'] as const;
export type HiddenTensor = (typeof tensors)[number];

/** Definitions of sparsity. */
export const definitions = ['zero', 'not_positive', 'small'] as const;
export const activations = ['gelu', 'relu'] as const;
