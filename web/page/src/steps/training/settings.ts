/** Settings that the two training runs of the race share. */
import { computed, signal } from '@preact/signals';
import type { Dataset, OptimizerKind, ToyDataKind, TrainableWeights } from 'ffn-lab';
import type { Network } from './protocol.ts';
import { store } from '../../numbers/store.ts';

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

/** The user's data set, drawn by hand or read from a file; stays available while another data set is selected. */
export const own_data = signal<Dataset | undefined>(undefined);

/** Initial weights of both runs from a file; undefined for random weights. */
export const own_weights = signal<TrainableWeights | undefined>(undefined);

/** Returns the current weights of a run; undefined while there is no run. */
export const weights_source = signal<((run: Network) => Promise<TrainableWeights>) | undefined>(undefined);

/** Settings that the user cannot change: small enough for a step to take a fraction of a millisecond. */
export const usual = { n: 200, noise: 0.05, d_model: 8, batch_size: 32, gelu: 'gelu' } as const;

/** Undefined while the user's own data set is selected but empty. */
export const race_settings = computed<RaceSettings | undefined>(() => {
  const data = store.train_data.value;
  const own = data === 'own' ? own_data.value : undefined;
  if (data === 'own' && own === undefined) return undefined;
  return {
    ...usual,
    data,
    ...(own && { own }),
    d_ff: store.train_width.value,
    optimizer: store.train_optimizer.value,
    lr: store.train_lr.value,
    seed: store.train_seed.value,
  };
});
