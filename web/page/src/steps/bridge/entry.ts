import type { StepEntry } from '../../numbers/step_entry.ts';
import { one_of } from '../../state/url_parameters.ts';

declare module '../../words/i18n.ts' {
  interface Catalogues {
    readonly bridge: typeof import('./messages/en.json');
  }
}
declare module '../../state/url_parameters.ts' {
  interface StepParameters {
    readonly bridge: typeof parameters;
  }
}

export const entry: StepEntry = {};

/**
 * Weights of the toy network 8 → 32 → 8 that is compared with one of GPT-2's size: the weights of
 * the seed-42 example, or GPT-2's initialization.
 */
export const bridge_toys = ['notebook', 'gpt2'] as const;

export const parameters = { bridge_toy: one_of('notebook', bridge_toys) };
