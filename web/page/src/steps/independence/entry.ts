import type { StepEntry } from '../../numbers/step_entry.ts';

declare module '../../words/i18n.ts' {
  interface Catalogues {
    readonly independence: typeof import('./messages/en.json');
  }
}

export const entry: StepEntry = { network: true, example: 'facts', guesses: ['other_tokens'] };
