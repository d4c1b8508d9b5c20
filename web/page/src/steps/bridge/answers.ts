/** The answers about both networks, and their names. */
import { answers_of, type AnswerOf } from '../../numbers/answers.ts';
import { sparsity_definitions } from '../../numbers/sparsity_table.tsx';
import { store } from '../../numbers/store.ts';
import type * as recipe from './recipe.ts';
import {
  bins_at,
  figure_at,
  origin_of,
  outside_at,
  row_column,
  tensor_table,
  text_column,
  vector_of,
} from '../../export/figure_data.ts';
import type { Column, FigureData } from '../../export/figure_data.ts';
import { thresholds } from '../../numbers/thresholds.ts';

export const { toy, trained, large } = answers_of<typeof recipe>('bridge');
export type NetworkAnswer = AnswerOf<typeof toy>;

/** The small network: the facts model's if that is the example. */
export const small = () => (store.example.value === 'facts' ? trained : toy);

/** The tensors that are drawn as heat maps and histograms. */
export const strip_tensors = ['pre_activation', 'hidden'] as const;
export type StripTensor = (typeof strip_tensors)[number];

/** In the order of the forward pass. */
export const summary_names = ['w1', 'x', 'pre_activation', 'hidden', 'output'] as const;

export const activations = ['gelu', 'relu'] as const;

/** Name of a network in files. */
export function network_name({ recipe, state }: NetworkAnswer): string {
  if (recipe === 'bridge.large') return 'gpt2';
  const name = recipe === 'bridge.trained' ? 'facts' : 'toy';
  return state.bridge_toy === 'gpt2' ? `${name}_gpt2` : name;
}

/** The exported file contains both strip tensors, its table only the first. */
export function strip_data(answer: NetworkAnswer): FigureData {
  const tensors = strip_tensors.map((name) => ({ tensor: name, ...answer.value[name] }));
  const first = { tensor: 'pre_activation', ...answer.value.pre_activation };
  return { ...origin_of(answer), tensors, table: tensor_table('pre_activation', first) };
}

export const histogram_data = (answer: NetworkAnswer): FigureData =>
  figure_at(answer, {
    rows: answer.value.histograms.pre_activation.counts.length,
    columns: [
      ...bins_at('histograms.pre_activation.edges'),
      ...strip_tensors.map((name) => ({
        name,
        path: `histograms.${name}.counts`,
        style: 'count' as const,
      })),
    ],
    others: strip_tensors.flatMap((name) => outside_at(`histograms.${name}`)),
  });

/** Returns the data of a figure of several networks; the first column has texts. */
function figure_of_all(
  answers: readonly NetworkAnswer[],
  rows: number,
  columns: readonly Column[],
  more = {},
): FigureData | undefined {
  if (answers.length === 0) return undefined;
  return {
    call: answers.map(({ recipe }) => recipe).join(', '),
    arguments: answers.map((answer) => ({ ...(origin_of(answer).arguments as object), ...more })),
    tensors: columns.slice(1).map((column) => vector_of(column, rows)),
    table: { rows, columns },
  };
}

/** One column per network and activation. */
export function sparsity_data(answers: readonly NetworkAnswer[], threshold: number) {
  const path = (activation: string, row: number) =>
    `sparsity.${thresholds.indexOf(threshold)}.${activation}.${sparsity_definitions[row]}_share`;
  const columns = answers.flatMap((answer) => {
    const of = () => answer;
    return activations.map((name) =>
      row_column(`${network_name(answer)}.${name}`, (row) => path(name, row), of),
    );
  });
  const definitions = text_column('definition', sparsity_definitions);
  return figure_of_all(answers, sparsity_definitions.length, [definitions, ...columns], {
    threshold,
  });
}

/**
 * One row per network: the standard deviations of its tensors, its number of parameters and of
 * operations.
 */
export function size_data(answers: readonly NetworkAnswer[]) {
  const of = (row: number) => answers[row] as NetworkAnswer;
  const column = (name: string, path: string) => row_column(name, () => path, of);
  return figure_of_all(answers, answers.length, [
    text_column('network', answers.map(network_name)),
    ...summary_names.map((name) =>
      column(`${name}.standard_deviation`, `summaries.${name}.standard_deviation`),
    ),
    ...['parameters', 'operations'].map((field) => column(field, `cost.${field}`)),
  ]);
}
