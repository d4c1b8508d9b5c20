import { answers_of } from '../../numbers/answers.ts';
import type { AnswerOf } from '../../numbers/answers.ts';
import type * as recipe from './recipe.ts';
import { figure_at } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { leading_index } from '../../numbers/token_choice.tsx';

export const { comparison, one_of_ten } = answers_of<typeof recipe>('independence');
export type Comparison = AnswerOf<typeof comparison>;

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
    row_name: (row) => `[${leading_index(row, shape).join(', ')}]`,
  });
}
