import type { StepEntry } from '../../numbers/step_entry.ts';
import { flag, maybe, one_of, some_of, whole } from '../../state/url_parameters.ts';
import { drawing_order } from '../../words/curve_kinds.ts';
import { fit_curves, fit_steps, fit_widths, read_curve, write_curve } from './drawn_curve.ts';

declare module '../../words/i18n.ts' {
  interface Catalogues {
    readonly activation: typeof import('./messages/en.json');
  }
}
declare module '../../state/url_parameters.ts' {
  interface StepParameters {
    readonly activation: typeof parameters;
  }
}

export const entry: StepEntry = { network: true };

export const parameters = {
  zoom: flag(false),
  curves: some_of(['relu', 'gelu'], drawing_order),
  /**
   * Curve that three networks are fitted to: its name, or its points if the reader has drawn it;
   * hidden units, and the displayed step.
   */
  fit_curve: one_of<(typeof fit_curves)[number]>('sine', fit_curves),
  fit_points: maybe({ read: read_curve, write: write_curve }),
  fit_width: one_of(16, fit_widths),
  fit_step: whole(fit_steps.last, 0, fit_steps.last),
};
