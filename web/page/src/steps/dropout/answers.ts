/** The answers that the step shows. */
import type { AnswerOf } from '../../numbers/answers.ts';
import { slow_answers_of } from '../../numbers/slow_answers.ts';
import type * as recipe from './slow_recipe.ts';
import { bins_at, figure_at } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';

export const { experiment } = slow_answers_of<typeof recipe>('dropout');
export type Experiment = AnswerOf<typeof experiment>;

export function mask_data(answer: Experiment): FigureData | undefined {
  const { mask } = answer.value;
  return mask && figure_at(answer, { rows: mask.tensor.data.length, columns: [{ name: 'mask', path: 'mask.tensor', style: 'tick' }] });
}

const statistics = ['evaluation', 'mean', 'mean_error', 'variance', 'variance_error', 'theory_variance'] as const;

export const sample_data = (answer: Experiment): FigureData =>
  figure_at(answer, {
    rows: answer.value.histogram.counts.length,
    columns: [...bins_at('histogram.edges'), { name: 'passes', path: 'histogram.counts', style: 'count' }],
    others: statistics,
  });
