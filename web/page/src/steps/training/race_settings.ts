import type { Dataset, OptimizerKind, ToyDataKind } from 'ffn-lab';

/** `own` is the user's data set, drawn by hand or read from a CSV file. */
export type DataKind = ToyDataKind | 'own';

export interface RaceSettings {
  readonly data: DataKind;
  /** Present only if `data` is `own`. */
  readonly own?: Dataset;
  /** Number of examples of a generated data set, and the standard deviation of its noise. */
  readonly n: number;
  readonly noise: number;
  readonly d_model: number;
  readonly d_ff: number;
  readonly optimizer: OptimizerKind;
  readonly lr: number;
  readonly batch_size: number;
  readonly seed: number;
  /** The variant of GELU that is compared with ReLU. */
  readonly gelu: 'gelu' | 'gelu_tanh';
}
