/** Results of the seeds as figure data for download. */
import type { Column, FigureData } from '../../export/figure_data.ts';
import { vector } from '../../export/figure_data.ts';
import type { NumberStyle } from '../../words/number_format.ts';
import { networks } from './protocol.ts';
import { measures } from './seed_runs.ts';
import type { Measure, RunEnd, SeedsOutcome, SeedsRequest } from './seed_runs.ts';

export const measure_styles: Readonly<Record<Measure, NumberStyle>> = { loss: 'statistic', accuracy: 'percent', dead: 'tick' };

export const values_of = (ends: readonly RunEnd[], measure: Measure): number[] => ends.map((end) => end[measure] ?? NaN);

/** Returns the measures that the outcome has: regression has no accuracy. */
export const measures_of = ({ spread }: SeedsOutcome): Measure[] => measures.filter((measure) => spread.gelu[measure] !== undefined);

export function seeds_data({ request, outcome }: { readonly request: SeedsRequest; readonly outcome: SeedsOutcome }): FigureData {
  const parts = measures_of(outcome).flatMap((measure) => networks.map((name) => ({ measure, name })));
  const columns = parts.map(({ measure, name }): Column => {
    const values = values_of(outcome.ends[name], measure);
    const at = (row: number) => values[row] ?? NaN;
    return { name: `${name}_${measure}`, at, style: measure_styles[measure], single: false, tensor: `${name}.${measure}` };
  });
  const tensors = parts.map(({ measure, name }) => vector(`${name}_${measure}`, values_of(outcome.ends[name], measure)));
  return { call: 'training_seeds', arguments: request, tensors, table: { rows: outcome.seeds, columns } };
}
