import { answers_of } from '../../numbers/answers.ts';
import type { AnswerOf } from '../../numbers/answers.ts';
import type * as recipe from './recipe.ts';
import { figure_at, text_column } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { gpt2_models } from './reference_costs.ts';

export const { ratios, doubled, reference } = answers_of<typeof recipe>('cost');
export type Ratios = AnswerOf<typeof ratios>;
export type Reference = AnswerOf<typeof reference>;

const cost_fields = ['linear1', 'linear2', 'parameters', 'attention', 'norms', 'block', 'share_of_block', 'bytes', 'operations'] as const;
const ratio_fields = ['ratio', 'd_ff', 'growth', ...cost_fields] as const;
const model_fields = [
  ...(['n_layers', 'd_model', 'token_embedding', 'position_embedding', 'attention', 'feed_forward', 'norms', 'output_layer'] as const),
  ...(['block', 'parameters', 'bytes', 'feed_forward_share'] as const),
] as const;

const style_of = (name: string) => (/share|growth/.test(name) ? ('precise' as const) : ('count' as const));

/** Returns columns of the records of a list; `path` is that of the list. */
const fields_at = (path: string, fields: readonly string[]) =>
  fields.map((field) => ({ name: field, path: (row: number) => `${path}.${row}.${field}`, style: style_of(field) }));

export const ratio_data = (answer: Ratios | undefined): FigureData | undefined =>
  answer && figure_at(answer, { rows: answer.value.rows.length, columns: fields_at('rows', ratio_fields) });

const model_names = gpt2_models.map(({ name }) => name);

export const model_data = (answer: Reference | undefined): FigureData | undefined =>
  answer &&
  figure_at(answer, { rows: model_names.length, columns: [text_column('model', model_names), ...fields_at('models', model_fields)] });
