import { answers_of, shown_answer } from '../../numbers/answers.ts';
import { shown_pass } from '../../numbers/forward_pass.ts';
import type { AnswerOf } from '../../numbers/answers.ts';
import type * as recipe from './recipe.ts';
import { figure_at } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { token_name } from '../../numbers/token_choice.tsx';

export const { comparison, ten_tokens, one_of_ten } = answers_of<typeof recipe>('independence');
export type Comparison = AnswerOf<typeof comparison>;

/** Returns the comparison that the step shows: of the example's tokens, or of ten others if it has a single one; undefined at first. */
export function shown_comparison() {
  const pass = shown_pass();
  if (pass === undefined) return undefined;
  const alone = pass.value.tensors.x.data.length === pass.value.d_model;
  return { alone, source: alone ? ten_tokens : comparison, answer: alone ? ten_tokens.value.answer : shown_answer(comparison) };
}

export const layers = ['feed_forward', 'attention'] as const;
export const experiments = ['alone', 'permuted', 'others'] as const;

const fields = ['differing', 'largest', 'mean'] as const;

export function independence_data(answer: Comparison): FigureData {
  const { feed_forward, shape } = answer.value;
  return figure_at(answer, {
    rows: feed_forward.length,
    columns: layers.flatMap((layer) =>
      fields.map((field) => ({
        name: `${layer}.${field}`,
        path: (row: number) => `${layer}.${row}.${field}`,
        style: field === 'differing' ? ('count' as const) : ('precise' as const),
      })),
    ),
    others: experiments.flatMap((name) => [`experiments.${name}.differing`, `experiments.${name}.count`]),
    row_name: (row) => token_name(row, shape),
  });
}
