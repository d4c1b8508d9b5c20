/** Settings that the two training runs of the race share. */
import { computed, signal } from '@preact/signals';
import type { Dataset, TrainableWeights } from 'ffn-lab';
import type { Network } from './protocol.ts';
import type { RaceSettings } from './race_settings.ts';
import { store } from '../../numbers/store.ts';

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
