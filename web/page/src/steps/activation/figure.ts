/** Data of the curves for export: x, then each activation with its derivative. */
import type { AnswerOf } from '../../numbers/answers.ts';
import { origin_of, table_of, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { curve_kinds } from '../../numbers/url_state.ts';
import type { curves } from './curves.ts';

export function curve_data(answer: AnswerOf<typeof curves> | undefined): FigureData | undefined {
  if (answer === undefined) return undefined;
  const { value } = answer;
  const of_kinds = curve_kinds.flatMap((kind) =>
    (['value', 'derivative'] as const).map((part) => vector(`${kind}.${part}`, value[kind][part])),
  );
  const tensors = [vector('x', value.x), ...of_kinds];
  return { ...origin_of(answer), tensors, table: table_of(tensors) };
}
