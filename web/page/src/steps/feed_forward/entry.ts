import type { StepEntry } from '../../numbers/step_entry.ts';
import { whole } from '../../state/url_parameters.ts';

declare module '../../words/i18n.ts' {
  interface Catalogues {
    readonly feed_forward: typeof import('./messages/en.json');
  }
}

declare module '../../state/url_parameters.ts' {
  interface StepParameters {
    readonly feed_forward: typeof parameters;
  }
}

export const entry: StepEntry = { network: true };

export const largest_width = 64;

export const parameters = { checked_width: whole(7, 1, largest_width) };
