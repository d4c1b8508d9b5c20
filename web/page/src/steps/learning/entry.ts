import type { StepEntry } from '../../numbers/step_entry.ts';

declare module '../../words/i18n.ts' {
  interface Catalogues {
    readonly learning: typeof import('./messages/en.json');
  }
}

export const entry: StepEntry = {
  sheet: { heads: 'learning.sheet_heads', rows: 'learning.sheet_rows' },
};
