/** At which steps a race is looked at: a pure function of the step, so that every replay looks at the same ones. */

/** The smallest power of two, times `steps`, that reaches `step`. */
function interval_of(step: number, steps: number): number {
  let interval = 1;
  while (interval * steps < step) interval *= 2;
  return interval;
}

/** Every step at first, then ever fewer: some 130 in each doubling of the time. */
export const is_sampled = (step: number): boolean => step % interval_of(step, 256) === 0;

/** The next step after this one that is looked at. */
export function next_sampled(step: number): number {
  const interval = interval_of(step + 1, 256);
  return step - (step % interval) + interval;
}

const most_rows = 12;

/** Steps whose histograms are kept: all that any later ridge can show. */
export const is_retained_row = (step: number): boolean => step % interval_of(step, most_rows) === 0;

/** Is this step a row of the ridge of a race that has come so far? Rows are let go, but never moved. */
export const is_row = (step: number, reached: number): boolean => step % interval_of(reached, most_rows) === 0;

/** Where the time axis ends. */
export function horizon_of(reached: number, last: number): number {
  let horizon = 500;
  while (horizon < reached) horizon *= 2;
  return Math.min(horizon, last);
}
