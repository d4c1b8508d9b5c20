import type { StepEntry } from '../../numbers/step_entry.ts';
import { largest_index, rewrite_list, whole } from '../../state/url_parameters.ts';

declare module '../../words/i18n.ts' {
  interface Catalogues {
    readonly rewriting: typeof import('./messages/en.json');
  }
}
declare module '../../state/url_parameters.ts' {
  interface StepParameters {
    readonly rewriting: typeof parameters;
  }
}

export const entry: StepEntry = {
  sheet: { heads: 'rewriting.sheet_heads', rows: 'rewriting.sheet_rows' },
};

export const most_rewrites = 8;

export const parameters = {
  /** Number of units silenced to forget a fact. */
  fact_silenced: whole(0, 0, largest_index),
  fact_rewrites: rewrite_list(most_rewrites),
};
