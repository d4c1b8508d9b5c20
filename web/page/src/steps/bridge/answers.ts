/** The answers about both networks, and their names. */
import { answers_of } from '../../numbers/answers.ts';
import type { AnswerOf } from '../../numbers/answers.ts';
import type * as recipe from './recipe.ts';

export const { toy, large } = answers_of<typeof recipe>('bridge');
export type NetworkAnswer = AnswerOf<typeof toy>;

/** The tensors that are drawn as heat maps and histograms. */
export const strip_tensors = ['pre_activation', 'hidden'] as const;
export type StripTensor = (typeof strip_tensors)[number];

/** In the order of the forward pass. */
export const summary_names = ['w1', 'x', 'pre_activation', 'hidden', 'output'] as const;

/** Definitions of sparsity. */
export const definitions = ['zero', 'not_positive', 'small'] as const;
export const activations = ['gelu', 'relu'] as const;

/** Name of a network in files. */
export function network_name({ recipe, state }: NetworkAnswer): string {
  if (recipe === 'bridge.large') return 'gpt2';
  return state.bridge_toy === 'gpt2' ? 'toy_gpt2' : 'toy';
}
