/** Selects the steps of a race that are recorded: a pure function of the step, so that every replay records the same ones. */

/** Returns the smallest power of two whose product with `steps` is at least `step`. */
function interval_of(step: number, steps: number): number {
  let interval = 1;
  while (interval * steps < step) interval *= 2;
  return interval;
}

/** Whether a step is recorded: every step up to 256, then about 128 per doubling of the step. */
export const is_sampled = (step: number): boolean => step % interval_of(step, 256) === 0;

/** Returns the next recorded step after this one. */
export function next_sampled(step: number): number {
  const interval = interval_of(step + 1, 256);
  return step - (step % interval) + interval;
}

const most_rows = 12;

/** Whether the histograms of a step are stored: all steps that the ridge plot can show at any time. */
export const is_retained_row = (step: number): boolean => step % interval_of(step, most_rows) === 0;

/** Whether a step is a row of the ridge plot when the race has reached `reached`. As it grows, rows are dropped, but never replaced. */
export const is_row = (step: number, reached: number): boolean => step % interval_of(reached, most_rows) === 0;

/** Returns the last step of the time axis. */
export function horizon_of(reached: number, last: number): number {
  let horizon = 500;
  while (horizon < reached) horizon *= 2;
  return Math.min(horizon, last);
}
