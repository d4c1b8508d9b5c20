/** Data of the change of each token's output, for export. */
import type { IndependenceReply, IndependenceRequest } from '../../numbers/protocol.ts';
import { number_column, scalar, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';

const layers = ['feed_forward', 'attention'] as const;
const fields = ['differing', 'largest', 'mean'] as const;
const experiments = ['alone', 'permuted', 'others'] as const;

interface Answer {
  readonly request: IndependenceRequest;
  readonly reply: IndependenceReply;
}

export function independence_data(current: Answer | undefined, row_name: (row: number) => string): FigureData | undefined {
  if (current === undefined) return undefined;
  const { request, reply } = current;
  const tensors = layers.flatMap((layer) =>
    fields.map((field) =>
      vector(
        `${layer}.${field}`,
        reply[layer].map((row) => row[field]),
      ),
    ),
  );
  const checks = experiments.flatMap((name) =>
    (['differing', 'count'] as const).map((field) => scalar(`experiments.${name}.${field}`, reply.experiments[name][field])),
  );
  const columns = tensors.map(({ tensor, data }) => number_column(tensor, data, tensor.endsWith('differing') ? 'count' : 'precise'));
  return {
    call: 'independence',
    arguments: request,
    tensors: [...tensors, ...checks],
    table: { rows: reply.feed_forward.length, columns, row_name },
  };
}
