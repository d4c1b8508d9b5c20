/** The parts of the tables: cells, rows and names. */

/** The text of a cell without a value. */
export const missing = '–';

/** Formats a number with three significant digits and without an exponent: 0.0596, 5.93, 1030. */
export function three_digits(value) {
  if (!Number.isFinite(value)) return missing;
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(digits);
}

export const percent = (share) => `${(100 * share).toFixed(0)} %`;

export function markdown(header, rows) {
  const rule = header.map((_, index) => (index === 0 ? '---' : '---:'));
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Groups items by key, in the order in which keys first appear (Node 20 has no Map.groupBy). */
export function grouped(items, key_of) {
  const groups = new Map();
  for (const item of items) groups.set(key_of(item), [...(groups.get(key_of(item)) ?? []), item]);
  return groups;
}

export const case_name = ({ tokens, d_model, d_ff, task }) =>
  task === 'training' ? `${tokens} sentences` : `${tokens} × ${d_model}→${d_ff}`;

/** Bursts have their quartiles in the cell: they vary more than the means of 50 ms. */
export function cell({ milliseconds, share_of_limit: share }, mode) {
  if (milliseconds === undefined) return missing;
  const { median, lower_quartile, upper_quartile } = milliseconds;
  const quartiles =
    mode === 'burst' ? `${three_digits(lower_quartile)} to ${three_digits(upper_quartile)}; ` : '';
  return `${three_digits(median)} (${quartiles}${percent(share.median)})`;
}

export const result_of = (race, engine) =>
  race.engines.find((result) => result.engine === engine) ?? {};

export const median_of = (race, engine) => result_of(race, engine).milliseconds?.median;

/** Returns the columns of a table: the engines that were measured in one of the races. */
export const columns_of = (report, races) =>
  report.engines.filter(({ engine }) =>
    races.some((race) => median_of(race, engine) !== undefined),
  );

export const threads_name = (threads) => (threads === 1 ? 'One thread' : `${threads} threads`);

export const task_names = {
  forward: 'a forward pass',
  gradients: 'a forward pass and the gradients of x and of all parameters',
  training: 'a step of training',
};

export const mode_names = { sustained: 'again and again', burst: 'once, after a pause' };

const cell_contents = {
  sustained: 'share of the limit',
  burst: 'quartiles; share of the limit',
};

/** Returns the title of a table whose cells `cell` formats. */
const cells_title = (threads, mode, task) =>
  `${threads_name(threads)}, ${mode_names[mode]}: milliseconds of ${task_names[task]} (${cell_contents[mode]}):`;

export const is_own = (engine) => engine.startsWith('ffn-lab');

/**
 * Returns the quotients of two engines' times, one for each round. The machine's speed changes from
 * round to round, for both times alike: quotients of a round vary less than either time.
 */
export const quotients_by_round = (longer, shorter) =>
  (longer.by_round ?? []).map((time, round) => time / (shorter.by_round?.[round] ?? NaN));

/** Returns the middle value, or the mean of the middle two; NaN if there is none. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const [below, above] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return (sorted[below] + sorted[above]) / 2;
}

/** Formats a quotient of times. */
export const times = (quotient) =>
  Number.isFinite(quotient) ? `${quotient.toFixed(2)}×` : missing;

/**
 * Returns the median over the rounds of an engine's time divided by that of an engine of ours: of
 * the other engine for which it is smallest.
 */
export function lead_of(race, engine = 'ffn-lab') {
  const ours = result_of(race, engine);
  const others = race.engines.filter((other) => !is_own(other.engine) && other.by_round);
  return times(Math.min(...others.map((other) => median(quotients_by_round(other, ours)))));
}

/** Returns the median over the rounds of an engine's time divided by `passes` passes of another. */
export const passes_of = (race, engine, alone, passes) =>
  times(median(quotients_by_round(result_of(race, engine), result_of(race, alone))) / passes);

/** Returns for each mode and number of threads a title, and the tables that `tables_of` makes. */
export function tables_by_place({ races }, task, tables_of) {
  const groups = grouped(races, ({ threads, mode }) => cells_title(threads, mode, task));
  return [...groups].flatMap(([title, some]) => [title, ...tables_of(some)]);
}
