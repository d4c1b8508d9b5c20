/** What the two runs of the race have in common, as the reader chooses it. */
import { computed, signal } from '@preact/signals';
import type { Dataset, OptimizerKind, ToyDataKind, TrainableWeights } from 'ffn-lab';
import type { Network } from './protocol.ts';
import { store } from '../../store.ts';

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

/** The weights that a run has now; undefined while there is no run. */
export const weights_source = signal<((run: Network) => Promise<TrainableWeights>) | undefined>(undefined);

/** What does not change with the reader's choices: a toy that a step takes a fraction of a millisecond. */
export const usual = { n: 200, noise: 0.05, d_model: 8, batch_size: 32, gelu: 'gelu' } as const;

/** Undefined while own data are chosen and there are none. */
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
