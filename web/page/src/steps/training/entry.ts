import type { OptimizerKind, ToyDataKind } from 'ffn-lab';
import type { StepEntry } from '../../numbers/step_entry.ts';
import { maybe, one_of, whole } from '../../state/url_parameters.ts';
import { change_list, last_step, learning_rates } from './changes.ts';
import { read_drawing, write_drawing } from './drawn_points.ts';

declare module '../../words/i18n.ts' {
  interface Catalogues {
    readonly training: typeof import('./messages/en.json');
  }
}
declare module '../../state/url_parameters.ts' {
  interface StepParameters {
    readonly training: typeof parameters;
  }
}

export const entry: StepEntry = {
  sheet: { heads: 'training.sheet_heads', rows: 'training.sheet_rows' },
};

/**
 * Datasets of the race between GELU and ReLU; `own`: drawn by the user or read from a file.
 */
export const race_data = [
  'sine',
  'step',
  'abs',
  'polynomial',
  'spiral',
  'circle',
  'xor',
  'own',
] as const satisfies (ToyDataKind | 'own')[];
export const race_widths: readonly number[] = [8, 16, 32, 64];
export const race_optimizers = ['adamw', 'sgd'] as const satisfies OptimizerKind[];

/** Race: settings of both runs, changes made during training, and the displayed step. */
export const parameters = {
  train_data: one_of<(typeof race_data)[number]>('sine', race_data),
  /** The drawing that is the data set `own`; undefined for CSV, which the address leaves out. */
  train_points: maybe({ read: read_drawing, write: write_drawing }),
  train_width: one_of(32, race_widths),
  train_optimizer: one_of('adamw', race_optimizers),
  train_lr: one_of(0.01, learning_rates),
  train_changes: change_list,
  train_step: whole(0, 0, last_step),
};
