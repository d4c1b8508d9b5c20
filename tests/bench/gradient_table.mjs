/** The tables of passes with gradients. */
import {
  best_other,
  case_name,
  cell,
  cells_title,
  grouped,
  markdown,
  result_of,
  three_digits,
  times,
} from './cells.mjs';

/** The engine whose forward pass alone is measured in the same race. */
export const pass_alone = 'ffn-lab-pass';

const is_own = ({ engine }) => engine.startsWith('ffn-lab') && engine !== pass_alone;

const median_of = (race, engine) => result_of(race, engine).milliseconds?.median;

/** Returns the best other engine's time divided by that of an engine of ours. */
const lead_of = (race, engine) =>
  times(best_other(race.engines)?.milliseconds.median, median_of(race, engine));

/** Returns an engine's time divided by three passes, as many as have its products. */
const passes_of = (race, engine) =>
  times(median_of(race, engine), 3 * (median_of(race, pass_alone) ?? NaN));

function row(columns, own, race) {
  const cells = columns.map(({ engine }) =>
    engine === pass_alone
      ? three_digits(median_of(race, engine) ?? NaN)
      : cell(result_of(race, engine), race.mode),
  );
  const ratios = [lead_of, passes_of].flatMap((ratio) =>
    own.map(({ engine }) => ratio(race, engine)),
  );
  return [case_name(race.case), three_digits(race.limit_milliseconds), ...cells, ...ratios];
}

function table(report, races) {
  const columns = report.engines.filter(({ engine }) =>
    races.some((race) => median_of(race, engine) !== undefined),
  );
  const own = columns.filter(is_own);
  const header = [
    'tokens × sizes',
    'limit',
    ...columns.map(({ label }) => label),
    ...own.map(({ label }) => `best other ÷ ${label}`),
    ...own.map(({ label }) => `${label} ÷ 3 passes`),
  ];
  return markdown(
    header,
    races.map((race) => row(columns, own, race)),
  );
}

/** Returns for each mode and number of threads a title and a table. */
export function gradient_tables(report) {
  const groups = grouped(report.races, ({ threads, mode }) =>
    cells_title(threads, mode, 'gradients'),
  );
  return [...groups].flatMap(([title, some]) => [title, table(report, some)]);
}
