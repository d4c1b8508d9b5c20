/** The measurements as figure data and as plain text, for download and copying. */
import { number_column, text_column, vector } from '../../export/figure_data.ts';
import type { Column, FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import type { Spread } from '../../speed/results.ts';
import { forward_stages, raced_activations } from './calls.ts';
import type { ActivationsReply, EnginesReply, Limits, Measured, StagesReply } from './calls.ts';
import { date_text, device_text, engine_name, engines_title, line_name, measured_name, refusal_text } from './names.ts';

const quantities = ['milliseconds', 'per_token', 'gflops', 'share'] as const;
const parts = ['median', 'lower_quartile', 'upper_quartile'] as const;

/** A measured row of a table, and the provenance of its numbers. */
interface SpeedRow {
  readonly text: string;
  readonly name: string;
  /** Prefix of each quantity's index in provenance. */
  readonly prefix: string;
  readonly spreads: Partial<Readonly<Record<(typeof quantities)[number], Spread>>> | undefined;
}

/** Returns one vector and one table column for the median and the quartiles of each quantity, with the panel's provenance names. */
function spreads_of(rows: readonly SpeedRow[]) {
  const found = quantities.flatMap((quantity) =>
    parts.map((part) => {
      const tensor = vector(
        `${quantity}.${part}`,
        rows.map(({ spreads }) => spreads?.[quantity]?.[part] ?? NaN),
      );
      const column: Column = {
        ...number_column(tensor.tensor, tensor.data, 'tick'),
        at: (row) => rows[row]?.spreads?.[quantity]?.[part] ?? '',
        tensor: (row) => rows[row]?.name ?? '',
        index: (row) => `${rows[row]?.prefix ?? ''}${quantity}.${part}`,
      };
      return { tensor, column };
    }),
  );
  const measured = text_column(
    'measured',
    rows.map(({ text }) => text),
  );
  return { tensors: found.map(({ tensor }) => tensor), columns: [measured, ...found.map(({ column }) => column)] };
}

/** Number of samples, and of passes per sample. */
const counts_of = (measured: readonly (Measured | undefined)[]) => [
  vector(
    'samples',
    measured.map((one) => one?.milliseconds.count ?? 0),
  ),
  vector(
    'passes_per_sample',
    measured.map((one) => one?.passes ?? 0),
  ),
];

const limit_vectors = (limits: readonly Limits[]) =>
  (['fused', 'separate', 'stream'] as const).map((kind) =>
    vector(
      `limit.${kind}`,
      limits.map((limit) => limit[kind]?.median ?? NaN),
    ),
  );

/** Vectors and columns of whole passes. */
function passes_of(measured: readonly (Measured | undefined)[], names: readonly string[]) {
  const { tensors, columns } = spreads_of(names.map((name, row) => ({ text: name, name, prefix: '', spreads: measured[row] })));
  return { tensors: [...tensors, ...counts_of(measured)], columns };
}

const device = () => ({ browser: navigator.userAgent, processors: navigator.hardwareConcurrency });

export function engines_data(reply: EnginesReply | undefined): FigureData | undefined {
  if (reply === undefined) return undefined;
  const { work, activation, mode, date, rounds, lines, limits } = reply;
  const names = lines.map((line) => line_name(line, reply));
  const { tensors, columns } = passes_of(
    lines.map(({ measured }) => measured),
    names,
  );
  return {
    call: 'measure',
    arguments: { work, activation, mode, date, rounds, ...device(), measured: names },
    tensors: [...tensors, ...limit_vectors(limits)],
    table: { rows: lines.length, columns },
  };
}

export function activations_data(reply: ActivationsReply | undefined): FigureData | undefined {
  if (reply === undefined) return undefined;
  const { work, engine, date, rounds, limits } = reply;
  const names = raced_activations.map((name) => measured_name({ engine, workers: 1 }, work, name));
  const { tensors, columns } = passes_of(
    raced_activations.map((name) => reply.activations[name]),
    names,
  );
  return {
    call: 'measure',
    arguments: { work, date, rounds, ...device(), measured: names },
    tensors: [...tensors, ...limit_vectors([limits])],
    table: { rows: names.length, columns },
  };
}

export function stages_data(reply: StagesReply | undefined): FigureData | undefined {
  if (reply === undefined) return undefined;
  const { work, activation, engine, date, rounds, stages, pass, rest, limits } = reply;
  const name = measured_name({ engine, workers: 1 }, work, activation);
  const rows = [
    ...forward_stages.map((stage) => ({ text: stage, name, prefix: `${stage}.`, spreads: stages[stage], of_pass: stages[stage].of_pass })),
    { text: 'rest', name, prefix: 'rest.', spreads: undefined, of_pass: rest },
    { text: 'pass', name, prefix: '', spreads: pass, of_pass: undefined },
  ];
  const { tensors, columns } = spreads_of(rows);
  const of_pass = vector(
    'of_pass',
    rows.map((row) => row.of_pass ?? NaN),
  );
  const share: Column = {
    ...number_column('of_pass', of_pass.data, 'tick'),
    at: (row) => rows[row]?.of_pass ?? '',
    tensor: name,
    index: (row) => `${rows[row]?.prefix ?? ''}of_pass`,
  };
  return {
    call: 'measure',
    arguments: { work, activation, engine, date, rounds, ...device(), measured: name },
    tensors: [...tensors, of_pass, ...limit_vectors([limits])],
    table: { rows: rows.length, columns: [...columns, share] },
  };
}

const between = ({ median, lower_quartile, upper_quartile }: Spread, style: 'tick' | 'percent') =>
  `${format_number(median, style)} (${format_number(lower_quartile, style)} – ${format_number(upper_quartile, style)})`;

/** Pads the cells of each column to the same width: the first column left-aligned, the others right-aligned. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const full = rows.filter((row) => row.length > 2);
  const widths = (full[0] ?? []).map((_, column) => Math.max(...full.map((row) => row[column]?.length ?? 0)));
  const first = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', ...cells]) =>
    [name.padEnd(first), ...cells.map((cell, index) => (cells.length > 1 ? cell.padStart(widths[index + 1] ?? 0) : cell))].join('  '),
  );
}

const limits_line = ({ workers, fused, separate, stream }: Limits) =>
  t('speed.copied_limits', {
    cores: workers,
    arithmetic: format_number((fused ?? separate).median, 'tick'),
    separate: format_number(separate.median, 'tick'),
    reading: format_number(stream.median, 'tick'),
  });

/** Returns the measurements as a plain-text table. */
export function engines_text(reply: EnginesReply, version: string): string {
  const { lines, limits, date, rounds } = reply;
  const head = [t('speed.engine'), t('speed.per_token'), 'GFLOP/s', t('speed.share')];
  const rows = lines.map((line) =>
    line.measured
      ? [
          engine_name(line),
          between(line.measured.per_token, 'tick'),
          between(line.measured.gflops, 'tick'),
          between(line.measured.share, 'percent'),
        ]
      : [engine_name(line), line.refused ? refusal_text(line.refused) : ''],
  );
  return `${[
    `FFN Lab ${version} · ${engines_title(reply)}`,
    `${device_text()} · ${date_text(date)} · ${t('speed.rounds', { rounds })}`,
    '',
    ...aligned([head, ...rows]),
    '',
    ...limits.map(limits_line),
  ].join('\n')}\n`;
}
