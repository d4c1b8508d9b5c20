/** The trace of one output element, and the names of its parts. */
import { answers_of, type AnswerOf } from '../../numbers/answers.ts';
import type { Pass } from '../../numbers/forward_pass.ts';
import type { ElementReference, TensorName } from '../../numbers/tensor_names.ts';
import { leading_index } from '../../numbers/token_choice.tsx';
import type * as recipe from './recipe.ts';

export const { products } = answers_of<typeof recipe>('feed_forward');
export type Products = AnswerOf<typeof products>;

/** Returns names and flat indices of the parts of a trace. */
export function names_of({ layer, activation, token, feature }: Products['value'], { d_model, d_ff, tensors }: Pass['value']) {
  const first = layer === 'linear1';
  const relu = activation === 'relu';
  const input: TensorName = first ? 'x' : relu ? 'hidden.relu' : 'hidden.gelu';
  const output = first ? 'pre_activation' : relu ? 'output.relu' : 'output.gelu';
  const input_title = first ? 'x' : 'hidden';
  const weight: 'w1' | 'w2' = first ? 'w1' : 'w2';
  const bias: 'b1' | 'b2' = first ? 'b1' : 'b2';
  const width = first ? d_model : d_ff;
  const leading = leading_index(token, tensors.x.shape);
  const cell: ElementReference = { tensor: output, token, feature };
  const at = (last: number) => `[${[...leading, last].join(', ')}]`;
  return {
    cell,
    input,
    input_title,
    weight,
    bias,
    title: `${first ? 'pre_activation' : 'output'}${at(feature)}`,
    input_name: (k: number) => `${input_title}${at(k)}`,
    weight_name: (k: number) => `${weight}[${feature}, ${k}]`,
    bias_name: `${bias}[${feature}]`,
    input_index: (k: number) => token * width + k,
    weight_index: (k: number) => feature * width + k,
  };
}

/** Returns the indices of the terms, largest magnitude first. */
export function order_of(terms: ArrayLike<number>): number[] {
  return Array.from(terms, (_, k) => k).sort((a, b) => Math.abs(terms[b] ?? 0) - Math.abs(terms[a] ?? 0) || a - b);
}
