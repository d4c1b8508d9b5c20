/** Data of the hidden layer's histograms and sparsity, for export. */
import { bin_columns, number_column, origin_of, scalar, text_column, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { activations, definitions, tensors } from './answers.ts';
import type { Histograms, Shares } from './answers.ts';

/** Returns the name of a tensor in files: `hidden.gelu`. */
const file_name = (name: string) => name.replace('hidden_', 'hidden.');

/** One row for each bin, which all histograms share. Counts of the followed elements are in separate columns. */
export function histogram_data(answer: Histograms): FigureData {
  const { all, followed } = answer.value;
  const { edges } = all.pre_activation;
  const counts_of = (path: string, suffix: string, histograms: typeof all) =>
    tensors.map((name) => ({ header: `${file_name(name)}${suffix}`, ...vector(`${path}.${name}.counts`, histograms[name].counts) }));
  const counts = [...counts_of('all', '', all), ...(followed.count > 0 ? counts_of('followed', '.followed', followed) : [])];
  const outside = tensors.flatMap((name) =>
    (['below', 'above', 'nan'] as const).map((where) => scalar(`all.${name}.${where}`, all[name][where])),
  );
  const columns = counts.map(({ header, tensor, data }) => ({ ...number_column(header, data, 'count'), tensor }));
  const edges_path = 'all.pre_activation.edges';
  return {
    ...origin_of(answer),
    tensors: [vector(edges_path, edges), ...counts, ...outside],
    table: { rows: edges.length - 1, columns: [...bin_columns(edges_path, edges), ...columns] },
  };
}

const measures = [
  { name: 'count', suffix: '', style: 'count' },
  { name: 'share', suffix: '_share', style: 'precise' },
] as const;

/** One row for each definition, with its count and its share for each activation. */
export function sparsity_data(answer: Shares | undefined): FigureData | undefined {
  if (answer === undefined) return undefined;
  const tables = activations.flatMap((activation) =>
    measures.map(({ name, suffix, style }) => {
      const fields = definitions.map((definition) => `${definition}${suffix}` as const);
      const numbers = fields.map((field) => answer.value[activation][field]);
      const column = { ...number_column(`hidden.${activation}.${name}`, numbers, style), tensor: activation };
      return {
        scalars: fields.map((field) => scalar(`${activation}.${field}`, answer.value[activation][field])),
        column: { ...column, index: (row: number) => fields[row] ?? '' },
      };
    }),
  );
  const columns = [text_column('definition', definitions), ...tables.map(({ column }) => column)];
  return {
    ...origin_of(answer),
    tensors: [scalar('gelu.count', answer.value.gelu.count), ...tables.flatMap(({ scalars }) => scalars)],
    table: { rows: definitions.length, columns },
  };
}
