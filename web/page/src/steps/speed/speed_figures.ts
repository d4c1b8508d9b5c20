/** The measurements as figure data and as plain text, for download and copying. */
import { answer_figure, row_column, text_column, vector_of } from '../../export/figure_data.ts';
import type { Answer } from '../../numbers/answers.ts';
import { number_at } from '../../numbers/path.ts';
import { format_number, t } from '../../words/i18n.ts';
import { forward_stages, speed_activations, type SpeedMode } from '../../speed/cases.ts';
import type { Spread } from '../../speed/race.ts';
import type { Limits } from './measure.ts';
import type { SpeedAnswers } from './program.ts';
import { date_text, device_text, engine_name, engines_title, measured_name, refusal_text, type EnginesInMode } from './names.ts';

const spreads = ['milliseconds', 'per_token', 'gflops', 'share'].flatMap((quantity) =>
  ['median', 'lower_quartile', 'upper_quartile'].map((part) => `${quantity}.${part}`),
);
const fields = [...spreads, 'of_pass', 'milliseconds.count', 'passes'];

/** A row of a table: its name in files, and the path of its measurements in the answer. */
type SpeedRow = readonly [text: string, path: string];

/** Figure data with the fields that any row has; `limits` are the paths of limits, `given` what the measurement was asked for. */
function speed_data(answer: Answer, rows: readonly SpeedRow[], limits: readonly string[], given: object) {
  const paths = rows.map(([, path]) => path);
  const names = rows.map(([text]) => text);
  const measured = fields.filter((field) => paths.some((path) => number_at(answer.value, `${path}.${field}`) !== undefined));
  const fields_at = (places: readonly string[], names_of_fields: readonly string[]) =>
    names_of_fields.map((field) =>
      row_column(
        field,
        (row) => `${places[row]}.${field}`,
        () => answer,
        'tick',
      ),
    );
  const columns = fields_at(paths, measured);
  const tensors = columns.map((column) => vector_of(column, paths.length));
  const of_limits = fields_at(limits, ['fused.median', 'separate.median', 'stream.median']).map((column) =>
    vector_of(column, limits.length),
  );
  const { userAgent: browser, hardwareConcurrency: processors } = navigator;
  const all = [...tensors, ...of_limits.map((limit) => ({ ...limit, tensor: `limit.${limit.tensor}` }))];
  const figure = answer_figure(answer, all, { rows: rows.length, columns: [text_column('measured', names), ...columns] });
  return { ...figure, arguments: { ...given, browser, processors, measured: names } };
}

export function engines_data(answer: Answer<SpeedAnswers['engines']>, mode: SpeedMode) {
  const { work, activation, date, rounds, lines, limits } = answer.value[mode];
  const rows = lines.map((line, place): SpeedRow => [measured_name(line, work, activation, mode), `${mode}.lines.${place}.measured`]);
  const limit_paths = limits.map((_, place) => `${mode}.limits.${place}`);
  return speed_data(answer, rows, limit_paths, { work, activation, mode, date, rounds });
}

export function activations_data(answer: Answer<SpeedAnswers['activations']>) {
  const { work, engine, date, rounds } = answer.value;
  const rows = speed_activations.map((name): SpeedRow => [measured_name({ engine, workers: 1 }, work, name), `activations.${name}`]);
  return speed_data(answer, rows, ['limits'], { work, date, rounds });
}

export function stages_data(answer: Answer<SpeedAnswers['stages']>) {
  const { work, activation, engine, date, rounds } = answer.value;
  const rows = forward_stages.map((stage): SpeedRow => [stage, `stages.${stage}`]);
  return speed_data(answer, [...rows, ['rest', 'rest'], ['pass', 'pass']], ['limits'], { work, activation, engine, date, rounds });
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
export function engines_text(shown: EnginesInMode): string {
  const { lines, limits, date, rounds, version } = shown;
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
