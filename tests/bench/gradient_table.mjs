/** The tables of passes with gradients. */
import {
  case_name,
  cell,
  columns_of,
  is_own,
  lead_of,
  markdown,
  median_of,
  passes_of,
  result_of,
  tables_by_place,
  three_digits,
} from './cells.mjs';

/** The engine whose forward pass alone is measured in the same race. */
export const pass_alone = 'ffn-lab-pass';

/** Returns an engine's time divided by three passes, as many as have its products. */
const three_passes_of = (race, engine) => passes_of(race, engine, pass_alone, 3);

function row(columns, own, race) {
  const cells = columns.map(({ engine }) =>
    engine === pass_alone
      ? three_digits(median_of(race, engine) ?? NaN)
      : cell(result_of(race, engine), race.mode),
  );
  const ratios = [lead_of, three_passes_of].flatMap((ratio) =>
    own.map(({ engine }) => ratio(race, engine)),
  );
  return [case_name(race.case), three_digits(race.limit_milliseconds), ...cells, ...ratios];
}

function table(report, races) {
  const columns = columns_of(report, races);
  const own = columns.filter(({ engine }) => is_own(engine) && engine !== pass_alone);
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
export const gradient_tables = (report) =>
  tables_by_place(report, 'gradients', (races) => [table(report, races)]);
