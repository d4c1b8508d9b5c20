/** The answers about both networks, and their names. */
import { answers_of, type AnswerOf } from '../../numbers/answers.ts';
import { store } from '../../state/store.ts';
import type * as recipe from './recipe.ts';

export const { toy, trained, large } = answers_of<typeof recipe>('bridge');
export type NetworkAnswer = AnswerOf<typeof toy>;

/** The small network: the facts model's if that is the example. */
export const small = () => (store.example.value === 'facts' ? trained : toy);

/** The tensors that are drawn as heat maps and histograms. */
export const strip_tensors = ['pre_activation', 'hidden'] as const;
export type StripTensor = (typeof strip_tensors)[number];

/** The range of all pre-activations: on one axis it is seen which network's z spread wider. */
export function common_range(
  answers: readonly (NetworkAnswer | undefined)[],
): readonly [low: number, high: number] {
  const edges = answers.flatMap((answer) =>
    answer ? Array.from(answer.value.histograms.pre_activation.edges) : [],
  );
  return [Math.min(...edges), Math.max(...edges)];
}

/** In the order of the forward pass. */
export const summary_names = ['w1', 'x', 'pre_activation', 'hidden', 'output'] as const;

export const activations = ['gelu', 'relu'] as const;

/** Name of a network in files. */
export function network_name({ recipe, state }: NetworkAnswer): string {
  if (recipe === 'bridge.large') return 'gpt2';
  const name = recipe === 'bridge.trained' ? 'facts' : 'toy';
  return state.bridge_toy === 'gpt2' ? `${name}_gpt2` : name;
}
