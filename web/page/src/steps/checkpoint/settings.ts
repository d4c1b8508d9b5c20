/** Settings that the page, the worker and the programs share. */

import type { ActivationKind } from 'ffn-lab';

/** Activations that a file's networks can be run with. */
export const activation_kinds = ['gelu_tanh', 'gelu', 'gelu_sigmoid', 'relu'] as const satisfies ActivationKind[];

/** Hidden activations with a magnitude below this count as small, where one threshold is used. */
export const small_threshold = 0.01;

/** Thresholds of the sparsity curves, about evenly spaced on a logarithmic axis. */
export const profile_thresholds: readonly number[] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];

/** Percentiles shown of the changes of activations and outputs. */
export const variant_percents: readonly number[] = [50, 90, 99, 99.9];

export const neuron_bins = 24;

/** The ranking counts the neurons that make this share of the output. */
export const most_of_output = 0.9;
