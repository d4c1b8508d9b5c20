/** Data of the cost tables for export, with all the fields that the core returns, including those that the page does not show. */
import { field_column, fields_of, origin_of, text_column } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import type { Ratios, Reference } from './answers.ts';
import { gpt2_models } from './reference_costs.ts';

const cost_fields = ['linear1', 'linear2', 'parameters', 'attention', 'norms', 'block', 'share_of_block', 'bytes', 'operations'] as const;
const ratio_fields = ['ratio', 'd_ff', 'growth', ...cost_fields] as const;
const network_fields = ['d_model', 'd_ff', 'printed', ...cost_fields] as const;
const model_fields = [
  ...(['n_layers', 'd_model', 'token_embedding', 'position_embedding', 'attention', 'feed_forward', 'norms', 'output_layer'] as const),
  ...(['block', 'parameters', 'bytes', 'feed_forward_share'] as const),
] as const;

const is_exact = (name: string) => !/share|growth/.test(name);

/** Returns the data of a list of costs at a path of the answer, one row for each. */
function costs_data<Field extends string>(
  answer: Ratios | Reference,
  path: string,
  costs: readonly Readonly<Record<Field, number>>[],
  fields: readonly Field[],
): FigureData {
  const columns = fields.map((field) => field_column(field, path, costs, field, is_exact(field) ? 'count' : 'precise'));
  return { ...origin_of(answer), tensors: fields_of(costs, fields), table: { rows: costs.length, columns } };
}

export const ratio_data = (answer: Ratios | undefined): FigureData | undefined =>
  answer && costs_data(answer, 'rows', answer.value.rows, ratio_fields);

export const network_data = (answer: Reference | undefined): FigureData | undefined =>
  answer && costs_data(answer, 'networks', answer.value.networks, network_fields);

export function model_data(answer: Reference | undefined): FigureData | undefined {
  if (answer === undefined) return undefined;
  const { table, ...data } = costs_data(answer, 'models', answer.value.models, model_fields);
  const names = text_column(
    'model',
    gpt2_models.map(({ name }) => name),
  );
  return { ...data, table: { ...table, columns: [names, ...table.columns] } };
}
