/** Names of the tensors in tests/golden, and the options with which their scripts generated them. */
import type { OptimizerOptions } from 'ffn-lab';
import type { FamilyName } from './calls.ts';

/** Returns the name of the golden file with the tensors of a family. */
export const golden_file = (family: FamilyName): string => (family === 'random' ? 'random_notebook' : family);

export const attention_names = ['w_query', 'b_query', 'w_key', 'b_key', 'w_value', 'b_value', 'w_output', 'b_output'] as const;

/** Parts of a Transformer block and their tensors. */
export const block_parts = [
  ['norm1', ['scale', 'shift']],
  ['attention', attention_names],
  ['norm2', ['scale', 'shift']],
  ['feed_forward', ['w1', 'b1', 'w2', 'b2']],
] as const;

/** Name of a block's tensor in the flat golden file: norm1_scale, w_query, w1, … */
export const golden_name = (part: string, tensor: string): string => (part.startsWith('norm') ? `${part}_${tensor}` : tensor);

export const weight_names = ['w_in', 'b_in', 'w1', 'b1', 'w2', 'b2', 'w_out', 'b_out'] as const;

/** Optimiser options of the training runs, as in training_golden.py; the loss is in the name. */
export const trainings = {
  sgd_nesterov_cross_entropy: { optimizer: 'sgd', lr: 0.02, momentum: 0.8, nesterov: true, weight_decay: 0.01 },
  adamw_decay_cross_entropy: { optimizer: 'adamw', lr: 0.1, weight_decay: 0.2, beta1: 0.8, beta2: 0.95, eps: 1e-4 },
  adamw_mse: { optimizer: 'adamw', lr: 0.03, weight_decay: 0 },
} as const satisfies Readonly<Record<string, OptimizerOptions>>;

/** Networks of the gradient check. */
export const checked_networks = {
  gelu: { activation: 'gelu', gated: false },
  gelu_tanh: { activation: 'gelu_tanh', gated: false },
  relu: { activation: 'relu', gated: false },
  silu_gated: { activation: 'silu', gated: true },
} as const;
