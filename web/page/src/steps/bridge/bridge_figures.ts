/** Export data of the bridge panel's figures. */
import { number_column, scalar, tensor_table, text_column, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import type { BridgeReply, BridgeRequest } from './calls.ts';
import { bridge_tensors, strip_tensors } from './calls.ts';

export interface Answer {
  readonly request: BridgeRequest;
  readonly reply: BridgeReply;
}

/** The exported file contains both strip tensors, its table only the first. */
export function strip_data(answer: Answer | undefined): FigureData | undefined {
  if (answer === undefined) return undefined;
  const { request, reply } = answer;
  const tensors = strip_tensors.map((name) => ({ tensor: `${reply.network} ${name}`, ...reply.strips[name] }));
  const [first] = tensors;
  return first && { call: 'bridge', arguments: request, tensors, table: tensor_table('pre_activation', first) };
}

export function histogram_data(answer: Answer | undefined): FigureData | undefined {
  if (answer === undefined) return undefined;
  const { request, reply } = answer;
  const { edges } = reply.histograms.pre_activation;
  const edges_tensor = `${reply.network} pre_activation edges`;
  const counts = strip_tensors.map((name) => vector(name, reply.histograms[name].counts));
  const outside = strip_tensors.flatMap((name) =>
    (['below', 'above', 'nan'] as const).map((where) => scalar(`${name}.${where}`, reply.histograms[name][where])),
  );
  const columns = [
    { ...number_column('low', edges), tensor: edges_tensor },
    { ...number_column('high', edges.subarray(1)), tensor: edges_tensor, index: (row: number) => row + 1 },
    ...counts.map(({ tensor, data }) => ({ ...number_column(tensor, data, 'count'), tensor: `${reply.network} ${tensor} counts` })),
  ];
  return {
    call: 'bridge',
    arguments: request,
    tensors: [vector('edges', edges), ...counts, ...outside],
    table: { rows: edges.length - 1, columns },
  };
}

const definitions = ['zero', 'not_positive', 'small'] as const;

/** One column per network and activation. */
export function sparsity_data(answers: readonly Answer[]): FigureData | undefined {
  if (answers.length === 0) return undefined;
  const tensors = answers.flatMap(({ reply }) =>
    (['gelu', 'relu'] as const).map((activation) =>
      vector(
        `${reply.network}.${activation}`,
        definitions.map((definition) => reply.sparsity[activation][`${definition}_share`]),
      ),
    ),
  );
  const columns = tensors.map(({ tensor, data }) => number_column(tensor, data));
  return {
    call: 'bridge',
    arguments: answers.map(({ request }) => request),
    tensors,
    table: { rows: definitions.length, columns: [text_column('definition', definitions), ...columns] },
  };
}

/** One row per network: the standard deviations of its tensors, its number of parameters and of operations. */
export function size_data(answers: readonly Answer[]): FigureData | undefined {
  if (answers.length === 0) return undefined;
  const replies = answers.map(({ reply }) => reply);
  const column = (name: string, read: (reply: BridgeReply) => number) => vector(name, replies.map(read));
  const tensors = [
    ...bridge_tensors.map((name) => column(`${name}.standard_deviation`, ({ summaries }) => summaries[name].standard_deviation)),
    column('parameters', ({ cost }) => cost.parameters),
    column('operations', ({ cost }) => cost.operations),
  ];
  const names = replies.map(({ network }) => network);
  const columns = tensors.map(({ tensor, data }) => number_column(tensor, data));
  return {
    call: 'bridge',
    arguments: answers.map(({ request }) => request),
    tensors,
    table: { rows: replies.length, columns: [text_column('network', names), ...columns] },
  };
}
