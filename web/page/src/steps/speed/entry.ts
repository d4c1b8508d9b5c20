import type { StepEntry } from '../../numbers/step_entry.ts';
import { one_of } from '../../state/url_parameters.ts';
import { speed_modes } from './harness/cases.ts';

declare module '../../words/i18n.ts' {
  interface Catalogues {
    readonly speed: typeof import('./messages/en.json');
  }
}
declare module '../../state/url_parameters.ts' {
  interface StepParameters {
    readonly speed: typeof parameters;
  }
}

export const entry: StepEntry = {};

/** Batch sizes (in tokens) and values of d_model; d_ff is four times d_model. */
export const speed_tokens: readonly number[] = [1, 8, 32, 128];
export const speed_widths: readonly number[] = [128, 256, 512, 768];

export const parameters = {
  speed_tokens: one_of(32, speed_tokens),
  speed_d_model: one_of(768, speed_widths),
  speed_mode: one_of('sustained', speed_modes),
};
