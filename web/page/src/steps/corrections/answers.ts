import { figure_at, number_column, text_column } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { answers_of } from '../../numbers/answers.ts';
import type { AnswerOf } from '../../numbers/answers.ts';
import { printed_tensors } from './printed.ts';
import type * as recipe from './recipe.ts';

export const { worked_example, parameters, activations, initial_weights, depth } = answers_of<typeof recipe>('corrections');

/** The printed numbers of the worked example: their names in the source, and their paths in the answer. */
const printed = printed_tensors.flatMap(({ name, tensor, rows }) =>
  rows.flatMap((row, token) =>
    row.map((value, k) => ({ name: `${name}[${token}][${k}]`, path: `${tensor}.${token * row.length + k}`, value })),
  ),
);

export const worked_data = (answer: AnswerOf<typeof worked_example>): FigureData =>
  figure_at(answer, {
    rows: printed.length,
    columns: [
      text_column(
        'number',
        printed.map(({ name }) => name),
      ),
      number_column(
        'printed',
        printed.map(({ value }) => value),
        'cell',
      ),
      { name: 'right', path: (row) => printed[row]?.path ?? '' },
    ],
  });

export const counts_data = (answer: AnswerOf<typeof parameters>): FigureData =>
  figure_at(answer, {
    rows: answer.value.networks.length,
    columns: (['d_model', 'd_ff', 'printed', 'parameters'] as const).map((name) => ({
      name,
      path: (row: number) => `networks.${row}.${name}`,
      style: 'count',
    })),
  });
