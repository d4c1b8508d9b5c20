/** Export data of the bridge panel's figures. */
import { number_column, origin_of, scalar, tensor_table, text_column, vector } from '../../export/figure_data.ts';
import type { Column, FigureData } from '../../export/figure_data.ts';
import { thresholds } from '../../numbers/thresholds.ts';
import { activations, definitions, network_name, strip_tensors, summary_names } from './answers.ts';
import type { NetworkAnswer } from './answers.ts';

/** The exported file contains both strip tensors, its table only the first. */
export function strip_data(answer: NetworkAnswer): FigureData {
  const tensors = strip_tensors.map((name) => ({ tensor: name, ...answer.value[name] }));
  const first = { tensor: 'pre_activation', ...answer.value.pre_activation };
  return { ...origin_of(answer), tensors, table: tensor_table('pre_activation', first) };
}

export function histogram_data(answer: NetworkAnswer): FigureData {
  const { histograms } = answer.value;
  const { edges } = histograms.pre_activation;
  const edges_name = 'histograms.pre_activation.edges';
  const counts_name = (name: string) => `histograms.${name}.counts`;
  const outside = strip_tensors.flatMap((name) =>
    (['below', 'above', 'nan'] as const).map((where) => scalar(`histograms.${name}.${where}`, histograms[name][where])),
  );
  const columns = [
    { ...number_column('low', edges), tensor: edges_name },
    { ...number_column('high', edges.subarray(1)), tensor: edges_name, index: (row: number) => row + 1 },
    ...strip_tensors.map((name) => ({ ...number_column(name, histograms[name].counts, 'count'), tensor: counts_name(name) })),
  ];
  const counts = strip_tensors.map((name) => vector(counts_name(name), histograms[name].counts));
  return {
    ...origin_of(answer),
    tensors: [vector(edges_name, edges), ...counts, ...outside],
    table: { rows: edges.length - 1, columns },
  };
}

/** The origin of a figure of both networks. */
const origin_of_all = (answers: readonly NetworkAnswer[], more: object) => ({
  call: answers.map(({ recipe }) => recipe).join(', '),
  arguments: answers.map((answer) => ({ ...(origin_of(answer).arguments as object), ...more })),
});

/** One column per network and activation. */
export function sparsity_data(answers: readonly NetworkAnswer[], threshold: number): FigureData | undefined {
  if (answers.length === 0) return undefined;
  const place = thresholds.indexOf(threshold);
  const shares = answers.flatMap((answer) =>
    activations.map((activation) => {
      const found = answer.value.sparsity[place]?.[activation];
      const data = definitions.map((definition) => found?.[`${definition}_share`] ?? NaN);
      return { answer, path: `sparsity.${place}.${activation}`, ...vector(`${network_name(answer)}.${activation}`, data) };
    }),
  );
  const column = ({ answer, path, tensor, data }: (typeof shares)[number]): Column => ({
    ...number_column(tensor, data),
    answer: () => answer,
    tensor: path,
    index: (row) => `${definitions[row]}_share`,
  });
  return {
    ...origin_of_all(answers, { threshold }),
    tensors: shares.map(({ tensor, data }) => vector(tensor, data)),
    table: { rows: definitions.length, columns: [text_column('definition', definitions), ...shares.map(column)] },
  };
}

/** One row per network: the standard deviations of its tensors, its number of parameters and of operations. */
export function size_data(answers: readonly NetworkAnswer[]): FigureData | undefined {
  const [first] = answers;
  if (first === undefined) return undefined;
  const answer = (row: number) => answers[row] ?? first;
  const column = (name: string, path: string, field: string, read: (answer: NetworkAnswer) => number): Column => ({
    ...number_column(name, answers.map(read)),
    answer,
    tensor: path,
    index: () => field,
  });
  const columns = [
    ...summary_names.map((name) =>
      column(
        `${name}.standard_deviation`,
        `summaries.${name}`,
        'standard_deviation',
        ({ value }) => value.summaries[name].standard_deviation,
      ),
    ),
    ...(['parameters', 'operations'] as const).map((field) => column(field, 'cost', field, ({ value }) => value.cost[field])),
  ];
  const tensors = columns.map(({ name, at }) =>
    vector(
      name,
      answers.map((_, row) => Number(at(row))),
    ),
  );
  return {
    ...origin_of_all(answers, {}),
    tensors,
    table: { rows: answers.length, columns: [text_column('network', answers.map(network_name)), ...columns] },
  };
}
