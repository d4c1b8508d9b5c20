/** Activations of smaller magnitude count as small: the thresholds that can be chosen. */
export const thresholds: readonly number[] = [0.001, 0.01, 0.05, 0.1];
