/** Formats a report (report.ts) as Markdown tables. */
import {
  case_name,
  cell,
  columns_of,
  grouped,
  lead_of,
  markdown,
  missing,
  mode_names,
  percent,
  result_of,
  tables_by_place,
  threads_name,
  three_digits,
} from './cells.mjs';
import { gradient_tables, pass_alone } from './gradient_table.mjs';
import { calm_cores } from './others.mjs';
import { native_tables } from './native_table.mjs';
import { training_tables } from './training_table.mjs';

const task_of = ({ case: { task = 'forward' } }) => task;

const activation_names = { gelu: 'GELU', gelu_tanh: 'GELU, tanh form', relu: 'ReLU' };

const megabytes = (bytes) =>
  bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e3).toFixed(0)} kB`;

function race_row(columns, race, with_activation) {
  const name =
    case_name(race.case) + (with_activation ? `, ${activation_names[race.activation]}` : '');
  const cells = columns.map(({ engine }) => cell(result_of(race, engine), race.mode));
  return [name, three_digits(race.limit_milliseconds), ...cells, lead_of(race)];
}

function race_table(report, races, with_activation) {
  const columns = columns_of(report, races);
  const header = [
    'tokens × sizes',
    'limit',
    ...columns.map(({ label }) => label),
    'best other ÷ ffn-lab',
  ];
  return markdown(
    header,
    races.map((race) => race_row(columns, race, with_activation)),
  );
}

/**
 * Returns for each mode and number of threads a title, the table of exact GELU and the table of the
 * other activations.
 */
const race_tables = (report) =>
  tables_by_place(report, 'forward', (races) => {
    const gelu = races.filter(({ activation }) => activation === 'gelu');
    const others = races.filter(({ activation }) => activation !== 'gelu');
    const some = [gelu, others].filter(({ length }) => length > 0);
    return some.map((part) => race_table(report, part, part === others));
  });

/** Returns the largest error of an engine over all cases with an activation. */
function error_of(report, engine, activation) {
  const races = report.races.filter((race) => race.activation === activation);
  const errors = races
    .flatMap((race) => race.engines.filter((result) => result.engine === engine))
    .map(({ largest_error: error }) => error);
  const known = errors.filter((error) => error !== undefined);
  return known.length === 0 ? missing : Math.max(...known).toExponential(1);
}

/** The pass alone is another measurement of an engine that has a row. */
const has_row = ({ engine }) => engine !== pass_alone;

const size_kinds = { fetched: 'bytes', gzip: 'gzip_bytes', brotli: 'brotli_bytes' };

/** Returns the cells of an engine's sizes and its first result. */
function load_cells({ load_costs }, engine) {
  if (load_costs.length === 0) return [];
  const cost = load_costs.find((entry) => entry.engine === engine) ?? {};
  const sizes = Object.values(size_kinds).map((kind) =>
    cost[kind] === undefined ? missing : megabytes(cost[kind]),
  );
  const first =
    cost.milliseconds === undefined ? missing : `${three_digits(cost.milliseconds.median)} ms`;
  return [...sizes, first];
}

function engine_table(report) {
  const activations = Object.keys(activation_names).filter((kind) =>
    report.races.some(({ activation }) => activation === kind),
  );
  const header = [
    '',
    'version',
    ...activations.map((kind) => `error, ${activation_names[kind]}`),
    ...(report.load_costs.length === 0 ? [] : [...Object.keys(size_kinds), 'first result']),
  ];
  const rows = report.engines.filter(has_row).map(({ engine, label, version }) => {
    const errors = activations.map((kind) => error_of(report, engine, kind));
    return [label, version || missing, ...errors, ...load_cells(report, engine)];
  });
  return markdown(header, rows);
}

function ceiling_line({ ceilings: { one_core, all_cores } }) {
  const giga = (ceilings, kind) =>
    ceilings[kind] === undefined ? missing : (ceilings[kind].median / 1e9).toFixed(0);
  const of = (ceilings) =>
    `${giga(ceilings, 'fused')} GFLOP/s with fused multiply-add, ${giga(ceilings, 'separate')} without, ` +
    `${giga(ceilings, 'fused_loaded')} with an operand from the cache, ${giga(ceilings, 'stream')} GB/s of weights read`;
  return { one: of(one_core), all: of(all_cores) };
}

/** Describes the machine's limits as measured in the last case with d_model 768. */
function ceilings_text(report) {
  const last = (threads) =>
    report.races.filter((race) => race.threads === threads && race.case.d_model === 768).at(-1);
  const [alone, together] = [last(1), last(2)];
  const lines = [];
  if (alone !== undefined) lines.push(`One core: ${ceiling_line(alone).one}.`);
  if (together !== undefined) lines.push(`Two at once: ${ceiling_line(together).all}.`);
  return lines.join(' ');
}

/** Lists the reasons for empty cells, each once, with the cases. */
function reasons(report) {
  const label = (engine) =>
    report.engines.find((entry) => entry.engine === engine)?.label ?? engine;
  const of_races = report.races.flatMap((race) =>
    race.engines.map((result) => ({ ...result, place: place_of(race) })),
  );
  const of_starts = report.load_costs.map((cost) => ({ ...cost, place: 'first result' }));
  const all = [...of_races, ...of_starts].filter(({ not_run }) => not_run !== undefined);
  const by_reason = grouped(all, ({ engine, not_run }) => `${label(engine)}: ${not_run}`);
  return [...by_reason].map(([reason, entries]) => `${reason} (${where(entries)}).`).join(' ');
}

const place_of = ({ case: work, threads, mode }) =>
  `${case_name(work)}${work.task === undefined ? '' : `, ${work.task}`}, ` +
  `${threads_name(threads).toLowerCase()}, ${mode_names[mode]}`;

function where(entries) {
  const places = new Set(entries.map(({ place }) => place));
  return places.size > 3 ? `${places.size} cases` : [...places].join('; ');
}

/**
 * Describes the half interquartile range relative to the median, over all cells of a mode: its
 * median and its maximum.
 */
export function spread_text(report, mode) {
  const cells = report.races
    .filter((race) => race.mode === mode)
    .flatMap(({ engines }) => engines.map(({ milliseconds }) => milliseconds))
    .filter((spread) => spread !== undefined);
  if (cells.length === 0) return '';
  const halves = cells.map(
    ({ median, lower_quartile, upper_quartile }) =>
      (upper_quartile - lower_quartile) / (2 * median),
  );
  halves.sort((a, b) => a - b);
  const counts = cells.map(({ count }) => count);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  return (
    `${mode_names[mode].replace(/^./, (first) => first.toUpperCase())}: medians of ` +
    `${fewest === most ? fewest : `${fewest} to ${most}`} ${mode === 'burst' ? 'calls' : 'samples'}; half of a cell's are within ` +
    `±${percent(halves[Math.floor(halves.length / 2)])} of its median, in the cell with the widest spread within ±${percent(halves.at(-1))}.`
  );
}

/** Returns a warning when other processes used the processors during the measurement. */
function busy_text({ busy_cores: busy }) {
  return busy > calm_cores
    ? `Other work used up to ${busy.toFixed(1)} cores: times are too long and percentages of the limit unreliable.`
    : '';
}

/** The formatters of the races of each task. */
const formatters = {
  forward: race_tables,
  gradients: gradient_tables,
  training: training_tables,
};

/** Returns what the report has of a task, without engines that are measured in others only. */
function of_task(report, task) {
  const races = report.races.filter((race) => task_of(race) === task);
  const load_costs = task === 'forward' ? report.load_costs : [];
  const native = report.native.filter((result) => task_of(result) === task);
  const names = new Set([
    ...races.flatMap(({ engines }) => engines.map(({ engine }) => engine)),
    ...load_costs.map(({ engine }) => engine),
  ]);
  const engines = report.engines.filter(({ engine }) => names.has(engine));
  return { ...report, races, load_costs, native, engines };
}

/**
 * Returns the tables of a task in tests/bench/README.md as Markdown; empty if nothing of it was
 * measured.
 * @param {import('./report.ts').SpeedReport} whole
 */
export function tables(whole, task = 'forward') {
  const report = of_task(whole, task);
  const parts = [
    ...formatters[task](report),
    ...(report.engines.length === 0 ? [] : [engine_table(report)]),
    ...native_tables(report, activation_names),
  ];
  return parts.length === 0 ? '' : [...parts, notes_of(report).join('\n')].join('\n\n') + '\n';
}

/** Returns the lines below the tables: where and how they were measured, and with what spread. */
function notes_of(report) {
  const day = report.date.slice(0, 10);
  const made = `Measured ${day} in ${report.browser} on ${report.machine}${report.quick ? ' (quick run)' : ''}.`;
  const spreads = Object.keys(mode_names).map((mode) => spread_text(report, mode));
  return [made, busy_text(report), ceilings_text(report), ...spreads, reasons(report)].filter(
    (line) => line !== '',
  );
}
