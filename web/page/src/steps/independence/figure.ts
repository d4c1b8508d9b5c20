/** Data of the change of each token's output, for export. */
import { field_column, origin_of, scalar, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { leading_index } from '../../numbers/token_choice.tsx';
import { experiments, layers } from './answers.ts';
import type { Comparison } from './answers.ts';

const fields = ['differing', 'largest', 'mean'] as const;

export function independence_data(answer: Comparison): FigureData {
  const { value } = answer;
  const columns = layers.flatMap((layer) =>
    fields.map((field) => field_column(`${layer}.${field}`, layer, value[layer], field, field === 'differing' ? 'count' : 'precise')),
  );
  const rows = value.feed_forward.length;
  const tensors = columns.map(({ name, at }) =>
    vector(
      name,
      Array.from({ length: rows }, (_, row) => Number(at(row))),
    ),
  );
  const checks = experiments.flatMap((name) =>
    (['differing', 'count'] as const).map((field) => scalar(`experiments.${name}.${field}`, value.experiments[name][field])),
  );
  const row_name = (row: number) => `[${leading_index(row, value.shape).join(', ')}]`;
  return { ...origin_of(answer), tensors: [...tensors, ...checks], table: { rows, columns, row_name } };
}
