import type { StepEntry } from '../../numbers/step_entry.ts';
import { flag, whole } from '../../state/url_parameters.ts';

declare module '../../words/i18n.ts' {
  interface Catalogues {
    readonly cost: typeof import('./messages/en.json');
  }
}
declare module '../../state/url_parameters.ts' {
  interface StepParameters {
    readonly cost: typeof parameters;
  }
}

export const entry: StepEntry = {
  guesses: ['doubled_ratio', 'share_of_block'],
  sheet: { heads: 'cost.sheet_heads', rows: 'cost.sheet_rows' },
};

export const largest_d_model = 65536;

export const parameters = {
  d_model: whole(768, 1, largest_d_model),
  bias: flag(true),
};
