/** Data of the mask of one pass and of the histogram over many passes, for export. */
import type { DropoutReply, DropoutRequest } from '../../numbers/protocol.ts';
import { number_column, scalar, table_of, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';

interface Answer {
  readonly request: DropoutRequest;
  readonly reply: DropoutReply;
}

export function mask_data(current: Answer | undefined): FigureData | undefined {
  const mask = current?.reply.mask;
  if (current === undefined || mask === undefined) return undefined;
  const tensors = [vector('mask', mask.data)];
  return { call: 'dropout', arguments: current.request, tensors, table: table_of(tensors, 'tick') };
}

const statistics = ['evaluation', 'mean', 'mean_error', 'variance', 'variance_error', 'theory_variance'] as const;

export function sample_data(current: Answer | undefined): FigureData | undefined {
  if (current === undefined) return undefined;
  const { request, reply } = current;
  const { edges, counts } = reply.histogram;
  const columns = [
    { ...number_column('low', edges), tensor: 'edges' },
    { ...number_column('high', edges.subarray(1)), tensor: 'edges', index: (row: number) => row + 1 },
    number_column('passes', counts, 'count'),
  ];
  return {
    call: 'dropout',
    arguments: request,
    tensors: [vector('edges', edges), vector('passes', counts), ...statistics.map((name) => scalar(name, reply[name]))],
    table: { rows: counts.length, columns },
  };
}
