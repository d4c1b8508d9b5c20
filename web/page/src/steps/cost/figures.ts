/** Data of the cost tables for export, with all the fields that the core returns, including those that the page does not show. */
import type { FeedForwardCost, ModelCost, RatioCost } from 'ffn-lab';
import type { Resource } from '../../numbers/resource.ts';
import { fields_of, number_column, text_column, vector } from '../../export/figure_data.ts';
import type { FigureData, FigureTable, NamedNumbers } from '../../export/figure_data.ts';
import { gpt2_models, printed_networks } from './reference_costs.ts';

const network_fields = [
  'linear1',
  'linear2',
  'parameters',
  'attention',
  'norms',
  'block',
  'share_of_block',
  'bytes',
  'operations',
] as const;
const ratio_fields = ['ratio', 'd_ff', 'growth', ...network_fields] as const satisfies readonly (keyof RatioCost)[];
const model_fields = [
  ...(['token_embedding', 'position_embedding', 'attention', 'feed_forward', 'norms', 'output_layer'] as const),
  ...(['block', 'parameters', 'bytes', 'feed_forward_share'] as const),
] as const satisfies readonly (keyof ModelCost)[];

const is_exact = (name: string) => !/share|growth/.test(name);

function columns_of(tensors: readonly NamedNumbers[]): FigureTable['columns'] {
  return tensors.map(({ tensor, data }) => number_column(tensor, data, is_exact(tensor) ? 'count' : 'precise'));
}

export function ratio_data(current: Resource<'ratio_costs'>['current']): FigureData | undefined {
  if (current === undefined) return undefined;
  const tensors = fields_of(current.reply, ratio_fields);
  const table = { rows: current.reply.length, columns: columns_of(tensors) };
  return { call: 'ratio_costs', arguments: current.request, tensors, table };
}

type Reference = Resource<'reference_costs'>['current'];

export function model_data(current: Reference): FigureData | undefined {
  if (current === undefined) return undefined;
  const { models } = current.reply;
  const sizes = (['n_layers', 'd_model'] as const).map((size) =>
    vector(
      size,
      current.request.models.map((model) => model[size]),
    ),
  );
  const tensors = fields_of(models, model_fields);
  const names = text_column(
    'model',
    gpt2_models.map(({ name }) => name),
  );
  const table = { rows: models.length, columns: [names, ...columns_of([...sizes, ...tensors])] };
  return { call: 'reference_costs', arguments: { models: current.request.models }, tensors: [...sizes, ...tensors], table };
}

export function network_data(current: Reference): FigureData | undefined {
  if (current === undefined) return undefined;
  const networks: readonly FeedForwardCost[] = current.reply.networks;
  const sizes = (['d_model', 'd_ff'] as const).map((size) =>
    vector(
      size,
      current.request.networks.map((network) => network[size]),
    ),
  );
  const printed = vector(
    'printed',
    printed_networks.map((network) => network.printed),
  );
  const tensors = [...sizes, printed, ...fields_of(networks, network_fields)];
  const table = { rows: networks.length, columns: columns_of(tensors) };
  return { call: 'reference_costs', arguments: { networks: current.request.networks }, tensors, table };
}
