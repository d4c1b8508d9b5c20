/** Names of the engines and measurements: translated texts, and the tensor names in the provenance of their numbers. */
import { format_number, t } from '../../words/i18n.ts';
import { current_language } from '../../words/i18n.ts';
import type { SpeedCase, SpeedMode } from '../../speed/results.ts';
import type { EngineLine, EnginesReply, StageName } from './calls.ts';
import { browser_and_system } from './device.ts';

export const engine_name = ({ engine, workers }: Pick<EngineLine, 'engine' | 'workers'>): string =>
  engine === 'pool' ? t('speed.engine_pool', { workers }) : t(`speed.engine_${engine}`);

export const stage_name = (stage: StageName | 'rest'): string =>
  t(stage === 'activation' ? 'activation.short_gelu' : `speed.stage_${stage}`);

/** Tokens and sizes: `32 × 768 → 3072`. */
export const work_text = ({ tokens, d_model, d_ff }: SpeedCase): string => `${tokens} × ${d_model} → ${d_ff}`;

/** Tensor name of a measurement in provenance: `simd, 1 thread, 32 × 768 → 3072, gelu`, followed by `, burst` for bursts. */
export const measured_name = (
  { engine, workers }: Pick<EngineLine, 'engine' | 'workers'>,
  work: SpeedCase,
  activation: string,
  mode: SpeedMode = 'sustained',
): string =>
  `${engine}, ${workers} ${workers === 1 ? 'thread' : 'workers'}, ${work_text(work)}, ${activation}${mode === 'burst' ? ', burst' : ''}`;

export const line_name = (line: EngineLine, { work, activation, mode }: EnginesReply): string =>
  measured_name(line, work, activation, mode);

export const mode_name = (mode: SpeedMode): string => t(`speed.mode_${mode}`);

/** Title of the figure of the engines. */
export const engines_title = ({ work, mode }: EnginesReply): string =>
  t('speed.table', { work: work_text(work), calls: mode_name(mode).toLocaleLowerCase(current_language()) });

export function device_text(): string {
  const processors = navigator.hardwareConcurrency;
  return t('speed.device', { browser: browser_and_system(navigator.userAgent), processors, shown: format_number(processors, 'count') });
}

export const date_text = (date: string): string =>
  new Intl.DateTimeFormat(current_language(), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(date));

/** Returns the reason, as text, why an engine was not measured. */
export function refusal_text({ reason, detail }: NonNullable<EngineLine['refused']>): string {
  return t(`speed.refused_${reason}`, { detail });
}
