import type { ActivationKind } from 'ffn-lab';
import type { StepEntry } from '../../numbers/step_entry.ts';
import { flag, maybe, one_of, some_of, whole } from '../../numbers/url_parameters.ts';
import { fit_curves, fit_steps, fit_widths, read_curve, write_curve } from './drawn_curve.ts';

declare module '../../words/i18n.ts' {
  interface Catalogues {
    readonly activation: typeof import('./messages/en.json');
  }
}
declare module '../../numbers/url_parameters.ts' {
  interface StepParameters {
    readonly activation: typeof parameters;
  }
}

export const entry: StepEntry = { network: true };

/**
 * In drawing order: the approximations of GELU are drawn over the exact curve, so that all stay
 * visible.
 */
export const curve_kinds = [
  'relu',
  'gelu',
  'gelu_sigmoid',
  'gelu_tanh',
] as const satisfies ActivationKind[];
export type CurveKind = (typeof curve_kinds)[number];

export const parameters = {
  zoom: flag(false),
  curves: some_of(['relu', 'gelu', 'gelu_tanh'], curve_kinds),
  /**
   * Curve that three networks are fitted to: its name, or its points if the reader has drawn it;
   * hidden units, and the displayed step.
   */
  fit_curve: one_of<(typeof fit_curves)[number]>('sine', fit_curves),
  fit_points: maybe({ read: read_curve, write: write_curve }),
  fit_width: one_of(16, fit_widths),
  fit_step: whole(fit_steps.last, 0, fit_steps.last),
};
