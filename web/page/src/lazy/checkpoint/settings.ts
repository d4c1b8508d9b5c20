/** Settings that the page, the worker and the programs share. */

import type { ActivationKind } from 'ffn-lab';

/** With which a file's networks can be run, for comparison. */
export const activation_kinds = ['gelu_tanh', 'gelu', 'gelu_sigmoid', 'relu'] as const satisfies ActivationKind[];

/** Below it a hidden activation counts as small, where one number is asked for. */
export const small_threshold = 0.01;

/** Of the sparsity curves, evenly spaced to the eye: two, five, ten. */
export const profile_thresholds: readonly number[] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];

/** Of the change of activations and outputs. */
export const variant_percents: readonly number[] = [50, 90, 99, 99.9];

export const neuron_bins = 24;

/** A share of the output that a few neurons make. */
export const most_of_output = 0.9;
