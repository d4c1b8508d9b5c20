/** Formats a report (report.ts) as Markdown tables. */

const activation_names = { gelu: 'GELU', gelu_tanh: 'GELU, tanh form', relu: 'ReLU' };
const missing = '–';

/** Formats a number with three significant digits and without an exponent: 0.0596, 5.93, 1030. */
export function three_digits(value) {
  if (!Number.isFinite(value)) return missing;
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(digits);
}

const percent = (share) => `${(100 * share).toFixed(0)} %`;
const megabytes = (bytes) =>
  bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e3).toFixed(0)} kB`;

function markdown(header, rows) {
  const rule = header.map((_, index) => (index === 0 ? '---' : '---:'));
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Groups items by key, in the order in which keys first appear (Node 20 has no Map.groupBy). */
function grouped(items, key_of) {
  const groups = new Map();
  for (const item of items) groups.set(key_of(item), [...(groups.get(key_of(item)) ?? []), item]);
  return groups;
}

const case_name = ({ tokens, d_model, d_ff }) => `${tokens} × ${d_model}→${d_ff}`;

/** Returns the result of the fastest engine other than ffn-lab, or undefined. */
export function best_other(results) {
  const others = results.filter(
    ({ engine, milliseconds }) => !engine.startsWith('ffn-lab') && milliseconds !== undefined,
  );
  return others.toSorted((a, b) => a.milliseconds.median - b.milliseconds.median)[0];
}

function ratio_of(race) {
  const own = race.engines.find(({ engine }) => engine === 'ffn-lab')?.milliseconds;
  const other = best_other(race.engines)?.milliseconds;
  return own === undefined || other === undefined
    ? missing
    : `${(other.median / own.median).toFixed(2)}×`;
}

/** Bursts have their quartiles in the cell: they vary more than the means of 50 ms. */
function cell({ milliseconds, share_of_limit: share }, mode) {
  if (milliseconds === undefined) return missing;
  const { median, lower_quartile, upper_quartile } = milliseconds;
  const quartiles =
    mode === 'burst' ? `${three_digits(lower_quartile)} to ${three_digits(upper_quartile)}; ` : '';
  return `${three_digits(median)} (${quartiles}${percent(share.median)})`;
}

const result_of = (race, engine) => race.engines.find((result) => result.engine === engine) ?? {};

function race_row(columns, race, with_activation) {
  const name =
    case_name(race.case) + (with_activation ? `, ${activation_names[race.activation]}` : '');
  const cells = columns.map(({ engine }) => cell(result_of(race, engine), race.mode));
  return [name, three_digits(race.limit_milliseconds), ...cells, ratio_of(race)];
}

/** Has a column for each engine that was measured in one of the races. */
function race_table(report, races, with_activation) {
  const columns = report.engines.filter(({ engine }) =>
    races.some((race) => result_of(race, engine).milliseconds !== undefined),
  );
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

const threads_name = (threads) => (threads === 1 ? 'One thread' : `${threads} threads`);

const mode_names = { sustained: 'again and again', burst: 'once, after a pause' };

/** Describes a cell of a mode's table. */
const cell_texts = {
  sustained: 'milliseconds of a forward pass (share of the limit)',
  burst: 'milliseconds of a forward pass (quartiles; share of the limit)',
};

/**
 * Returns for each mode and number of threads a title, the table of exact GELU and the table of the
 * other activations.
 */
function race_tables(report) {
  const groups = grouped(
    report.races,
    ({ threads, mode }) => `${threads_name(threads)}, ${mode_names[mode]}: ${cell_texts[mode]}:`,
  );
  return [...groups].flatMap(([title, races]) => {
    const gelu = races.filter(({ activation }) => activation === 'gelu');
    const others = races.filter(({ activation }) => activation !== 'gelu');
    const tables_of = [gelu, others].filter(({ length }) => length > 0);
    return [title, ...tables_of.map((some) => race_table(report, some, some === others))];
  });
}

/** Returns the largest error of an engine over all cases with an activation. */
function error_of(report, engine, activation) {
  const races = report.races.filter((race) => race.activation === activation);
  const errors = races
    .flatMap((race) => race.engines.filter((result) => result.engine === engine))
    .map(({ largest_error: error }) => error);
  const known = errors.filter((error) => error !== undefined);
  return known.length === 0 ? missing : Math.max(...known).toExponential(1);
}

function engine_table(report) {
  const activations = Object.keys(activation_names).filter((kind) =>
    report.races.some(({ activation }) => activation === kind),
  );
  const header = [
    '',
    'version',
    ...activations.map((kind) => `error, ${activation_names[kind]}`),
    'fetched',
    'gzip',
    'brotli',
    'first result',
  ];
  const rows = report.engines.map(({ engine, label, version }) => {
    const cost = report.load_costs.find((entry) => entry.engine === engine) ?? {};
    const errors = activations.map((kind) => error_of(report, engine, kind));
    const sizes = ['bytes', 'gzip_bytes', 'brotli_bytes'].map((kind) =>
      cost[kind] === undefined ? missing : megabytes(cost[kind]),
    );
    const first =
      cost.milliseconds === undefined ? missing : `${three_digits(cost.milliseconds.median)} ms`;
    return [label, version || missing, ...errors, ...sizes, first];
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
  `${case_name(work)}, ${threads_name(threads).toLowerCase()}, ${mode_names[mode]}`;

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
  return busy > 0.2
    ? `Other work used ${busy.toFixed(1)} cores: times are too long and percentages of the limit unreliable.`
    : '';
}

function native_table({ native }) {
  if (native.length === 0) return [];
  const engines = [...new Set(native.map(({ engine }) => engine))];
  const ours = engines.filter((engine) => engine.startsWith('ffn-lab'));
  const other = engines.find((engine) => !engine.startsWith('ffn-lab'));
  const works = grouped(
    native,
    ({ case: work, activation }) => `${case_name(work)}, ${activation_names[activation]}`,
  );
  const rows = [...works].map(([name, results]) => {
    const time_of = (engine) =>
      results.find((result) => result.engine === engine)?.milliseconds.median ?? NaN;
    const ratios =
      other === undefined
        ? []
        : ours.map((engine) => `${(time_of(other) / time_of(engine)).toFixed(2)}×`);
    return [name, ...engines.map((engine) => three_digits(time_of(engine))), ...ratios];
  });
  const headings = other === undefined ? [] : ours.map((engine) => `${other} ÷ ${engine}`);
  return [
    'Outside the browser, one thread, milliseconds:',
    markdown(['', ...engines, ...headings], rows),
  ];
}

/**
 * Returns the tables of tests/bench/README.md as Markdown.
 * @param {import('./report.ts').SpeedReport} report
 */
export function tables(report) {
  const day = report.date.slice(0, 10);
  const made = `Measured ${day} in ${report.browser} on ${report.machine}${report.quick ? ' (quick run)' : ''}.`;
  const spreads = Object.keys(mode_names).map((mode) => spread_text(report, mode));
  const notes = [
    made,
    busy_text(report),
    ceilings_text(report),
    ...spreads,
    reasons(report),
  ].filter((line) => line !== '');
  return (
    [...race_tables(report), engine_table(report), ...native_table(report), notes.join('\n')].join(
      '\n\n',
    ) + '\n'
  );
}
