/** What the two runs of the race have in common, as the reader chooses it. */
import { signal } from '@preact/signals';
import type { Dataset, OptimizerKind, ToyDataKind, TrainableWeights } from 'ffn-lab';

/** `own`: drawn by hand or read from a CSV file. */
export type DataKind = ToyDataKind | 'own';

export interface RaceSettings {
  readonly data: DataKind;
  /** Only with `own`. */
  readonly own?: Dataset;
  /** Size of a toy data set, and the standard deviation of its noise. */
  readonly n: number;
  readonly noise: number;
  readonly d_model: number;
  readonly d_ff: number;
  readonly optimizer: OptimizerKind;
  readonly lr: number;
  readonly batch_size: number;
  readonly seed: number;
  /** The form of GELU that runs against ReLU. */
  readonly gelu: 'gelu' | 'gelu_tanh';
}

/** Drawn by hand or read from a file; kept when another data set is chosen. */
export const own_data = signal<Dataset | undefined>(undefined);

/** Both runs begin from these in place of random ones; undefined for random ones. */
export const own_weights = signal<TrainableWeights | undefined>(undefined);
