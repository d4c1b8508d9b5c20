/**
 * The measurements as texts: names of the device, the engines and their measurements, figure data
 * and a table for copying.
 */
import { figure_of, type FigureData } from '../../export/figure_data.ts';
import type { Answer } from '../../numbers/answers.ts';
import {
  forward_stages,
  speed_activations,
  type SpeedCase,
  type SpeedMode,
} from './harness/cases.ts';
import type { Spread } from './harness/race.ts';
import { current_language, format_number, t } from '../../words/i18n.ts';
import type { EngineLine } from './recipe.ts';
import type { Limits } from './measured.ts';
import type { SpeedAnswers } from './answers.ts';

/** The engines of one size, in calls of one mode. */
export type EnginesInMode = SpeedAnswers['engines'][SpeedMode];

const browsers = [
  ['Firefox', /Firefox\/(\d+)/],
  ['Edge', /Edg\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Chrome', /Chrome\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* .*Safari/],
] as const;

/**
 * Extracts the browser and the system from a user agent string: `Firefox 140, X11; Linux x86_64`.
 */
export function browser_and_system(user_agent: string): string {
  const [, system] = /\(([^)]*)\)/.exec(user_agent) ?? [];
  const browser = browsers.find(([, pattern]) => pattern.test(user_agent));
  const named = browser && `${browser[0]} ${browser[1].exec(user_agent)?.[1]}`;
  return [named, system?.replace(/; rv:[\d.]+$/, '')].filter(Boolean).join(', ') || user_agent;
}

/** Limits memory: every worker of a pool has its own copy of the weights. */
const most_workers = 8;

/** Returns the pool sizes to measure: two workers, and one per processor up to a limit. */
export function pool_sizes(processors: number): number[] {
  return processors < 2 ? [] : Array.from(new Set([2, Math.min(most_workers, processors)]));
}

export function device_text(): string {
  const processors = navigator.hardwareConcurrency;
  return t('speed.device', {
    browser: browser_and_system(navigator.userAgent),
    processors,
    shown: format_number(processors, 'count'),
  });
}

export const date_text = (date: string): string =>
  new Intl.DateTimeFormat(current_language(), { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(date),
  );

export const engine_name = ({ engine, workers }: EngineLine): string =>
  engine === 'pool' ? t('speed.engine_pool', { workers }) : t(`speed.engine_${engine}`);

export const stage_name = (stage: keyof SpeedAnswers['stages']['stages'] | 'rest'): string =>
  t(stage === 'activation' ? 'activation.short_gelu' : `speed.stage_${stage}`);

export const mode_name = (mode: SpeedMode): string => t(`speed.mode_${mode}`);

/** Tokens and sizes: `32 × 768 → 3072`. */
export const work_text = ({ tokens, d_model, d_ff }: SpeedCase): string =>
  `${tokens} × ${d_model} → ${d_ff}`;

/**
 * Name of a measurement in files: `simd, 1 thread, 32 × 768 → 3072, gelu`, followed by `, burst`
 * for bursts.
 */
export function measured_name(
  { engine, workers }: EngineLine,
  work: SpeedCase,
  activation: string,
  mode?: SpeedMode,
) {
  const threads = `${workers} ${workers === 1 ? 'thread' : 'workers'}`;
  return [engine, threads, work_text(work), activation, ...(mode === 'burst' ? [mode] : [])].join(
    ', ',
  );
}

export const engines_title = ({ work, mode }: EnginesInMode): string =>
  t('speed.table', {
    work: work_text(work),
    calls: mode_name(mode).toLocaleLowerCase(current_language()),
  });

export const refusal_text = ({ reason, detail }: NonNullable<EngineLine['refused']>): string =>
  t(`speed.refused_${reason}`, { detail });

/** A row of a table: its name in files, and the path of its measurements in the answer. */
type SpeedRow = readonly [text: string, path: string];

/**
 * Returns the data of a figure with a row for each measurement; `limits` are the paths of limits,
 * `given` what the measurement was asked for.
 */
function speed_data(
  answer: Answer,
  rows: readonly SpeedRow[],
  limits: readonly string[],
  given: object,
): FigureData | undefined {
  const measured = rows.map(([text]) => text);
  const figure = figure_of(answer, { rows: rows.map(([, path]) => path), beside: { measured } });
  const of_limits = figure_of(answer, { rows: limits, parts: { limit: '' } });
  const { userAgent: browser, hardwareConcurrency: processors } = navigator;
  return (
    figure && {
      ...figure,
      arguments: { ...given, browser, processors, measured },
      tensors: [...figure.tensors, ...(of_limits?.tensors ?? [])],
    }
  );
}

export function engines_data(answer: Answer<SpeedAnswers['engines']>, mode: SpeedMode) {
  const { work, activation, date, rounds, lines, limits } = answer.value[mode];
  const rows = lines.map((line, place): SpeedRow => [
    measured_name(line, work, activation, mode),
    `${mode}.lines.${place}.measured`,
  ]);
  const limit_paths = limits.map((_, place) => `${mode}.limits.${place}`);
  return speed_data(answer, rows, limit_paths, { work, activation, mode, date, rounds });
}

export function activations_data(answer: Answer<SpeedAnswers['activations']>) {
  const { work, engine, date, rounds } = answer.value;
  const rows = speed_activations.map((name): SpeedRow => [
    measured_name({ engine, workers: 1 }, work, name),
    `activations.${name}`,
  ]);
  return speed_data(answer, rows, ['limits'], { work, date, rounds });
}

export function stages_data(answer: Answer<SpeedAnswers['stages']>) {
  const { work, activation, engine, date, rounds } = answer.value;
  const rows = forward_stages.map((stage): SpeedRow => [stage, `stages.${stage}`]);
  return speed_data(answer, [...rows, ['rest', 'rest'], ['pass', 'pass']], ['limits'], {
    work,
    activation,
    engine,
    date,
    rounds,
  });
}

const between = ({ median, lower_quartile, upper_quartile }: Spread, style: 'tick' | 'percent') =>
  `${format_number(median, style)} (${format_number(lower_quartile, style)} – ${format_number(upper_quartile, style)})`;

/**
 * Pads the cells of each column to the same width: the first column left-aligned, the others
 * right-aligned. A row may have a text instead.
 */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const full = rows.filter((row) => row.length > 2);
  const width = (column: number) =>
    Math.max(...(column === 0 ? rows : full).map((row) => row[column]?.length ?? 0));
  return rows.map(([name = '', ...cells]) =>
    [
      name.padEnd(width(0)),
      ...cells.map((cell, index) => (cells.length > 1 ? cell.padStart(width(index + 1)) : cell)),
    ].join('  '),
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
  const cells_of = ({ measured, refused }: EngineLine) =>
    measured
      ? [
          between(measured.per_token, 'tick'),
          between(measured.gflops, 'tick'),
          between(measured.share, 'percent'),
        ]
      : [refused ? refusal_text(refused) : ''];
  return `${[
    `FFN Lab ${version} · ${engines_title(shown)}`,
    `${device_text()} · ${date_text(date)} · ${t('speed.rounds', { rounds })}`,
    '',
    ...aligned([head, ...lines.map((line) => [engine_name(line), ...cells_of(line)])]),
    '',
    ...limits.map(limits_line),
  ].join('\n')}\n`;
}
