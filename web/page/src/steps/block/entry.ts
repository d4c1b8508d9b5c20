import type { StepEntry } from '../../numbers/step_entry.ts';
import { block_norms, flag, one_of } from '../../state/url_parameters.ts';
import { block_boxes } from './boxes.ts';

declare module '../../words/i18n.ts' {
  interface Catalogues {
    readonly block: typeof import('./messages/en.json');
  }
}
declare module '../../state/url_parameters.ts' {
  interface StepParameters {
    readonly block: typeof parameters;
  }
}

export const entry: StepEntry = {
  network: true,
  sheet: { heads: 'block.sheet_heads', rows: 'block.sheet_rows' },
};

/** Placement of the norms, shortcuts, selected box. */
export const parameters = {
  block_norm: one_of('pre', block_norms),
  block_shortcuts: flag(true),
  block_box: one_of('feed_forward', block_boxes),
};
