/** The measurements as figure data and as plain text, for download and copying. */
import { number_column, origin_of, text_column, vector } from '../../export/figure_data.ts';
import type { Column, FigureData } from '../../export/figure_data.ts';
import type { Answer } from '../../numbers/answers.ts';
import { format_number, t } from '../../words/i18n.ts';
import { forward_stages, speed_activations } from '../../speed/cases.ts';
import type { SpeedMode, Spread } from '../../speed/results.ts';
import type { Limits } from './measure.ts';
import type { Measured } from './engines.ts';
import type { SpeedAnswers } from './program.ts';
import { date_text, device_text, engine_name, engines_title, measured_name, refusal_text } from './names.ts';
import type { EnginesInMode } from './names.ts';

const quantities = ['milliseconds', 'per_token', 'gflops', 'share'] as const;
const parts = ['median', 'lower_quartile', 'upper_quartile'] as const;

/** A measured row of a table. */
interface SpeedRow {
  readonly text: string;
  /** Path of its measurements in the answer. */
  readonly path: string;
  readonly measured: Partial<Readonly<Record<(typeof quantities)[number], Spread>>> | undefined;
}

/** Returns one vector and one table column for the median and the quartiles of each quantity. */
function spreads_of(rows: readonly SpeedRow[]) {
  const found = quantities.flatMap((quantity) =>
    parts.map((part) => {
      const tensor = vector(
        `${quantity}.${part}`,
        rows.map(({ measured }) => measured?.[quantity]?.[part] ?? NaN),
      );
      const column: Column = {
        ...number_column(tensor.tensor, tensor.data, 'tick'),
        at: (row) => rows[row]?.measured?.[quantity]?.[part] ?? '',
        tensor: (row) => rows[row]?.path ?? '',
        index: () => `${quantity}.${part}`,
      };
      return { tensor, column };
    }),
  );
  const names = text_column(
    'measured',
    rows.map(({ text }) => text),
  );
  return { tensors: found.map(({ tensor }) => tensor), columns: [names, ...found.map(({ column }) => column)] };
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

const device = () => ({ browser: navigator.userAgent, processors: navigator.hardwareConcurrency });

export function engines_data(answer: Answer<SpeedAnswers['engines']>, mode: SpeedMode): FigureData {
  const { work, activation, date, rounds, lines, limits } = answer.value[mode];
  const names = lines.map((line) => measured_name(line, work, activation, mode));
  const measured = lines.map((line) => line.measured);
  const { tensors, columns } = spreads_of(
    names.map((text, row) => ({ text, path: `${mode}.lines.${row}.measured`, measured: measured[row] })),
  );
  return {
    ...origin_of(answer),
    arguments: { work, activation, mode, date, rounds, ...device(), measured: names },
    tensors: [...tensors, ...counts_of(measured), ...limit_vectors(limits)],
    table: { rows: lines.length, columns },
  };
}

export function activations_data(answer: Answer<SpeedAnswers['activations']>): FigureData {
  const { work, engine, date, rounds, activations, limits } = answer.value;
  const rows = speed_activations.map((name) => ({
    text: measured_name({ engine, workers: 1 }, work, name),
    path: `activations.${name}`,
    measured: activations[name],
  }));
  const { tensors, columns } = spreads_of(rows);
  return {
    ...origin_of(answer),
    arguments: { work, date, rounds, ...device(), measured: rows.map(({ text }) => text) },
    tensors: [...tensors, ...counts_of(rows.map(({ measured }) => measured)), ...limit_vectors([limits])],
    table: { rows: rows.length, columns },
  };
}

export function stages_data(answer: Answer<SpeedAnswers['stages']>): FigureData {
  const { work, activation, engine, date, rounds, stages, pass, rest, limits } = answer.value;
  const rows = [
    ...forward_stages.map((stage) => ({ text: stage, path: `stages.${stage}`, measured: stages[stage], of_pass: stages[stage].of_pass })),
    { text: 'rest', path: 'rest', measured: undefined, of_pass: rest.of_pass },
    { text: 'pass', path: 'pass', measured: pass, of_pass: undefined },
  ];
  const { tensors, columns } = spreads_of(rows);
  const of_pass = vector(
    'of_pass',
    rows.map((row) => row.of_pass ?? NaN),
  );
  const share: Column = {
    ...number_column('of_pass', of_pass.data, 'tick'),
    at: (row) => rows[row]?.of_pass ?? '',
    tensor: (row) => rows[row]?.path ?? '',
    index: () => 'of_pass',
  };
  return {
    ...origin_of(answer),
    arguments: { work, activation, engine, date, rounds, ...device(), measured: measured_name({ engine, workers: 1 }, work, activation) },
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
export function engines_text(shown: EnginesInMode, version: string): string {
  const { lines, limits, date, rounds } = shown;
  const head = [t('speed.engine'), t('speed.per_token'), 'GFLOP/s', t('speed.share')];
  const rows = lines.map((line) => {
    const { measured, refused } = line;
    if (measured === undefined) return [engine_name(line), refused ? refusal_text(refused) : ''];
    return [engine_name(line), between(measured.per_token, 'tick'), between(measured.gflops, 'tick'), between(measured.share, 'percent')];
  });
  return `${[
    `FFN Lab ${version} · ${engines_title(shown)}`,
    `${device_text()} · ${date_text(date)} · ${t('speed.rounds', { rounds })}`,
    '',
    ...aligned([head, ...rows]),
    '',
    ...limits.map(limits_line),
  ].join('\n')}\n`;
}
