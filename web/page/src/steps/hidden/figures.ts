/** Data of the hidden layer's histograms and sparsity, for export. */
import type { HiddenReply, HiddenRequest } from '../../numbers/protocol.ts';
import { number_column, scalar, text_column, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';

interface Answer {
  readonly request: HiddenRequest;
  readonly reply: HiddenReply;
}

const names = ['pre_activation', 'hidden.gelu', 'hidden.relu'] as const;

/** One row for each bin, which all histograms share. Counts of the brushed elements are in separate columns. */
export function histogram_data(current: Answer | undefined): FigureData | undefined {
  if (current === undefined) return undefined;
  const { request, reply } = current;
  const { edges } = reply.histograms.pre_activation;
  const counts = names.map((name) => vector(name, reply.histograms[name].counts));
  const { brushed } = reply;
  const followed = brushed ? names.map((name) => vector(`${name}.followed`, brushed[name].counts)) : [];
  const outside = names.flatMap((name) =>
    (['below', 'above', 'nan'] as const).map((where) => scalar(`${name}.${where}`, reply.histograms[name][where])),
  );
  const columns = [
    { ...number_column('low', edges), tensor: 'edges' },
    { ...number_column('high', edges.subarray(1)), tensor: 'edges', index: (row: number) => row + 1 },
    ...[...counts, ...followed].map(({ tensor, data }) => number_column(tensor, data, 'count')),
  ];
  return {
    call: 'hidden_activations',
    arguments: request,
    tensors: [vector('edges', edges), ...counts, ...followed, ...outside],
    table: { rows: edges.length - 1, columns },
  };
}

const definitions = ['zero', 'not_positive', 'small'] as const;
const activations = ['gelu', 'relu'] as const;

export function sparsity_data(current: Answer | undefined): FigureData | undefined {
  if (current === undefined) return undefined;
  const { request, reply } = current;
  const tensors = activations.flatMap((activation) => {
    const shares = reply.sparsity[activation];
    const read = (suffix: '' | '_share') => definitions.map((definition) => shares[`${definition}${suffix}`]);
    return [vector(`hidden.${activation}.count`, read('')), vector(`hidden.${activation}.share`, read('_share'))];
  });
  const columns = tensors.map(({ tensor, data }) => number_column(tensor, data, tensor.endsWith('count') ? 'count' : 'precise'));
  return {
    call: 'hidden_activations',
    arguments: request,
    tensors: [scalar('count', reply.sparsity.gelu.count), ...tensors],
    table: { rows: definitions.length, columns: [text_column('definition', definitions), ...columns] },
  };
}
