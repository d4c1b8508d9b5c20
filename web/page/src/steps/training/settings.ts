/** The user’s choices for the race: settings, data set and initial weights. */
import { computed, signal } from '@preact/signals';
import type { Dataset, TrainableWeights } from 'ffn-lab';
import { data_widths, fits } from './run_options.ts';
import type { RaceSettings, RunRequest } from './run_options.ts';
import { store } from '../../numbers/store.ts';

/** The user's data set, drawn by hand or read from a file; stays available while another data set is selected. */
export const own_data = signal<Dataset | undefined>(undefined);

/** Initial weights of both runs from a file; undefined for random weights. */
export const own_weights = signal<TrainableWeights | undefined>(undefined);

/** Settings that the user cannot change: small enough for a step to take a fraction of a millisecond. */
const usual = { n: 200, noise: 0.05, d_model: 8, batch_size: 32, gelu: 'gelu' } as const;

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

export const current_widths = computed(() => race_settings.value && data_widths(race_settings.value));

/** Weights from a file; undefined if they do not fit the data set. */
export const usable_weights = computed(() => {
  const weights = own_weights.value;
  return weights && fits(weights, current_widths.value) ? weights : undefined;
});

/** Everything that a run would start with now; undefined while the user's own data set is selected but empty. */
export const current_request = computed((): RunRequest | undefined => {
  const settings = race_settings.value;
  return settings && { settings, weights: usable_weights.value };
});
