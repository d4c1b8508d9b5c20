/** The thresholds and percentiles of the step, and columns of its tensors. */
import type { Tensor } from 'ffn-lab';
import { part_of } from '../../compute/tensors.ts';

/** Thresholds of the sparsity curves, about evenly spaced on a logarithmic axis. */
export const profile_thresholds: readonly number[] = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1,
];

export const percentiles: readonly number[] = [50, 90, 99, 99.9];

export const column = (tensor: Tensor, at: number): Float32Array =>
  part_of(tensor, [0, tensor.shape[0] ?? 0], [at, at + 1]).data;
