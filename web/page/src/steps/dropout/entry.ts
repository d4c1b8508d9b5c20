import type { DropoutPlacement } from 'ffn-lab';
import type { StepEntry } from '../../numbers/step_entry.ts';
import { one_of } from '../../state/url_parameters.ts';

declare module '../../words/i18n.ts' {
  interface Catalogues {
    readonly dropout: typeof import('./messages/en.json');
  }
}
declare module '../../state/url_parameters.ts' {
  interface StepParameters {
    readonly dropout: typeof parameters;
  }
}

export const entry: StepEntry = {
  network: true,
  example: 'facts',
  guesses: ['dropout_mean'],
  sheet: { heads: 'dropout.sheet_heads', rows: 'dropout.sheet_rows' },
};

export const dropouts: readonly number[] = [0, 0.1, 0.3, 0.5];
export const dropout_placements = ['hidden', 'output'] as const satisfies DropoutPlacement[];
export const dropout_passes: readonly number[] = [10, 100, 1000];

export const parameters = {
  dropout: one_of(0.1, dropouts),
  dropout_placement: one_of('hidden', dropout_placements),
  dropout_passes: one_of(100, dropout_passes),
};
