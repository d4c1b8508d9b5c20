import type { StepEntry } from '../../numbers/step_entry.ts';

declare module '../../words/i18n.ts' {
  interface Catalogues {
    readonly facts: typeof import('./messages/en.json');
  }
}

export const entry: StepEntry = { sheet: { heads: 'facts.sheet_heads', rows: 'facts.sheet_rows' } };
