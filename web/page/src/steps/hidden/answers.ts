/** The answers of the step, and their numbers for export. */
import { bins_at, figure_at, outside_at, text_column } from '../../export/figure_data.ts';
import { answers_of, type AnswerOf } from '../../numbers/answers.ts';
import { answer_shown } from '../../numbers/revealed_answers.ts';
import { sparsity_definitions } from '../../numbers/sparsity_table.tsx';
import type * as recipe from './recipe.ts';

export const { histograms, sparsity, attended_unit, zero_shares } = answers_of<typeof recipe>('hidden');
export type Histograms = AnswerOf<typeof histograms>;
export type Shares = AnswerOf<typeof sparsity>;

/** Tensors before the activation and after each. */
export const tensors = ['pre_activation', 'hidden_gelu', 'hidden_relu'] as const;
export type HiddenTensor = (typeof tensors)[number];

export const activations = ['gelu', 'relu'] as const;

/** The histograms of the hidden layer answer a question: how many elements are exactly 0. */
export const shown_tensors = (): readonly HiddenTensor[] => (answer_shown('relu_zeros') ? tensors : ['pre_activation']);

/** One row for each bin, which all histograms share. Counts of the followed elements are in separate columns. */
export function histogram_data(answer: Histograms) {
  const { all, followed } = answer.value;
  const shown = shown_tensors();
  const counts = (part: 'all' | 'followed', suffix = '') =>
    shown.map((name) => ({
      name: `${name.replace('hidden_', 'hidden.')}${suffix}`,
      path: `${part}.${name}.counts`,
      style: 'count' as const,
    }));
  return figure_at(answer, {
    rows: all.pre_activation.counts.length,
    columns: [...bins_at('all.pre_activation.edges'), ...counts('all'), ...(followed.count > 0 ? counts('followed', '.followed') : [])],
    others: shown.flatMap((name) => outside_at(`all.${name}`)),
  });
}

/** One row for each definition, with its count and its share for each activation. */
export const sparsity_data = (answer: Shares | undefined) =>
  answer &&
  figure_at(answer, {
    rows: sparsity_definitions.length,
    columns: [
      text_column('definition', sparsity_definitions),
      ...activations.flatMap((activation) => [
        {
          name: `hidden.${activation}.count`,
          path: (row: number) => `${activation}.${sparsity_definitions[row]}`,
          style: 'count' as const,
        },
        { name: `hidden.${activation}.share`, path: (row: number) => `${activation}.${sparsity_definitions[row]}_share` },
      ]),
    ],
    others: ['gelu.count'],
  });
