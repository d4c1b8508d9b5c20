/** Settings and weights with which a run would start now. */
import { computed } from '@preact/signals';
import { data_widths, fits } from './run_options.ts';
import type { RunRequest } from './run_options.ts';
import { own_weights, race_settings } from './settings.ts';

export const current_widths = computed(() => race_settings.value && data_widths(race_settings.value));

/** Weights from a file; undefined if they do not fit the data set. */
export const usable_weights = computed(() => {
  const weights = own_weights.value;
  return weights && fits(weights, current_widths.value) ? weights : undefined;
});

/** Undefined while the user's own data set is selected but empty. */
export const current_request = computed((): RunRequest | undefined => {
  const settings = race_settings.value;
  return settings && { settings, weights: usable_weights.value };
});
