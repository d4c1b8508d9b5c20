/** Data of the mask of one pass and of the histogram over many passes, for export. */
import { bin_columns, number_column, origin_of, scalar, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import type { Experiment } from './answers.ts';

export function mask_data(answer: Experiment): FigureData | undefined {
  const { mask } = answer.value;
  if (mask === undefined) return undefined;
  const { data } = mask.tensor;
  const column = { ...number_column('mask', data, 'tick'), tensor: 'mask.tensor' };
  return { ...origin_of(answer), tensors: [vector('mask.tensor', data)], table: { rows: data.length, columns: [column] } };
}

const statistics = ['evaluation', 'mean', 'mean_error', 'variance', 'variance_error', 'theory_variance'] as const;

export function sample_data(answer: Experiment): FigureData {
  const { edges, counts } = answer.value.histogram;
  const columns = [...bin_columns('histogram.edges', edges), { ...number_column('passes', counts, 'count'), tensor: 'histogram.counts' }];
  const tensors = [vector('histogram.edges', edges), vector('histogram.counts', counts)];
  return {
    ...origin_of(answer),
    tensors: [...tensors, ...statistics.map((name) => scalar(name, answer.value[name]))],
    table: { rows: counts.length, columns },
  };
}
