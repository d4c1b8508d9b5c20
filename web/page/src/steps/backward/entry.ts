import type { StepEntry } from '../../numbers/step_entry.ts';
import { block_norms, one_of, whole } from '../../state/url_parameters.ts';

declare module '../../words/i18n.ts' {
  interface Catalogues {
    readonly backward: typeof import('./messages/en.json');
  }
}
declare module '../../state/url_parameters.ts' {
  interface StepParameters {
    readonly backward: typeof parameters;
  }
}

export const entry: StepEntry = { network: true };

/** The differentiated scalar: one element of the output, or the sum of all. */
export const losses = ['element', 'sum'] as const;
export const deepest = 12;

export const parameters = {
  loss: one_of('element', losses),
  /** Stack of blocks: their number, placement of the norms. */
  depth: whole(deepest, 1, deepest),
  depth_norm: one_of('none', block_norms),
};
