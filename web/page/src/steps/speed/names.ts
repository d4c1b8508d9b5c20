/** Names of the device, the engines and their measurements, as texts. */
import { current_language, format_number, t } from '../../words/i18n.ts';
import type { SpeedCase, SpeedMode } from '../../speed/cases.ts';
import type { EngineLine } from './measure.ts';
import type { SpeedAnswers } from './program.ts';

/** The engines of one size, in calls of one mode. */
export type EnginesInMode = SpeedAnswers['engines'][SpeedMode];
type StageName = keyof SpeedAnswers['stages']['stages'];

const browsers = [
  ['Firefox', /Firefox\/(\d+)/],
  ['Edge', /Edg\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Chrome', /Chrome\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* .*Safari/],
] as const;

/** Extracts the browser and the system from a user agent string: `Firefox 140, X11; Linux x86_64`. */
export function browser_and_system(user_agent: string): string {
  const [, system] = /\(([^)]*)\)/.exec(user_agent) ?? [];
  const browser = browsers.find(([, pattern]) => pattern.test(user_agent));
  const named = browser && `${browser[0]} ${browser[1].exec(user_agent)?.[1]}`;
  const parts = [named, system?.replace(/; rv:[\d.]+$/, '')].filter((part) => part !== undefined);
  return parts.length === 0 ? user_agent : parts.join(', ');
}

/** Limits memory: every worker of a pool has its own copy of the weights. */
const most_workers = 8;

/** Returns the pool sizes to measure: two workers, and one per processor up to a limit. */
export function pool_sizes(processors: number): number[] {
  return processors < 2 ? [] : Array.from(new Set([2, Math.min(most_workers, processors)]));
}

export function device_text(): string {
  const processors = navigator.hardwareConcurrency;
  return t('speed.device', { browser: browser_and_system(navigator.userAgent), processors, shown: format_number(processors, 'count') });
}

export const date_text = (date: string): string =>
  new Intl.DateTimeFormat(current_language(), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(date));

export const engine_name = ({ engine, workers }: EngineLine): string =>
  engine === 'pool' ? t('speed.engine_pool', { workers }) : t(`speed.engine_${engine}`);

export const stage_name = (stage: StageName | 'rest'): string =>
  t(stage === 'activation' ? 'activation.short_gelu' : `speed.stage_${stage}`);

export const mode_name = (mode: SpeedMode): string => t(`speed.mode_${mode}`);

/** Tokens and sizes: `32 × 768 → 3072`. */
export const work_text = ({ tokens, d_model, d_ff }: SpeedCase): string => `${tokens} × ${d_model} → ${d_ff}`;

/** Name of a measurement in files: `simd, 1 thread, 32 × 768 → 3072, gelu`, followed by `, burst` for bursts. */
export const measured_name = (
  { engine, workers }: Pick<EngineLine, 'engine' | 'workers'>,
  work: SpeedCase,
  activation: string,
  mode: SpeedMode = 'sustained',
): string =>
  `${engine}, ${workers} ${workers === 1 ? 'thread' : 'workers'}, ${work_text(work)}, ${activation}${mode === 'burst' ? ', burst' : ''}`;

/** Title of the figure of the engines. */
export const engines_title = ({ work, mode }: EnginesInMode): string =>
  t('speed.table', { work: work_text(work), calls: mode_name(mode).toLocaleLowerCase(current_language()) });

/** Returns the reason, as text, why an engine was not measured. */
export const refusal_text = ({ reason, detail }: NonNullable<EngineLine['refused']>): string => t(`speed.refused_${reason}`, { detail });
