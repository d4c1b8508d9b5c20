/** The sizes and modes of the benchmarks, and the work of a pass. */
import type { ActivationKind, ForwardStage } from 'ffn-lab';

/**
 * `sustained`: calls one right after the other; `burst`: single calls, each after an idle pause, as
 * on a page that computes once per gesture.
 */
export const speed_modes = ['sustained', 'burst'] as const;
export type SpeedMode = (typeof speed_modes)[number];

export const speed_activations = [
  'gelu',
  'gelu_tanh',
  'relu',
] as const satisfies readonly ActivationKind[];
export type SpeedActivation = (typeof speed_activations)[number];

/** The stages of a pass in the order of execution. */
export const forward_stages = [
  'linear1',
  'activation',
  'linear2',
] as const satisfies readonly ForwardStage[];

/**
 * `forward`: a forward pass; `gradients`: the pass and the gradients of x and of all parameters;
 * `training`: a step of training a model with such networks.
 */
export const speed_tasks = ['forward', 'gradients', 'training'] as const;
export type SpeedTask = (typeof speed_tasks)[number];

/** The size of a benchmark: `tokens` tokens through d_model → d_ff → d_model. */
export type SpeedCase = {
  readonly name: string;
  readonly tokens: number;
  readonly d_model: number;
  readonly d_ff: number;
  /** Default `forward`. */
  readonly task?: SpeedTask;
};

/**
 * Passes whose products a task has: a product's gradients are two products of the same size, which
 * also read, or write, as many numbers as the weights have.
 */
const products_of = ({ task = 'forward' }: SpeedCase): number => (task === 'forward' ? 1 : 3);

/** 32 sequences of 128 tokens. */
export const notebook_case: SpeedCase = {
  name: 'notebook',
  tokens: 32 * 128,
  d_model: 512,
  d_ff: 2048,
};

/**
 * Number of multiplications and additions in the matrix products; the activation and the biases are
 * not counted.
 */
export const operations_of = (work: SpeedCase): number =>
  products_of(work) * 4 * work.tokens * work.d_model * work.d_ff;

/** Size in bytes of the two float32 weight matrices, which every pass reads. */
export const weight_bytes_of = ({ d_model, d_ff }: SpeedCase): number => 8 * d_model * d_ff;

/**
 * Lower bound in milliseconds: the time for the arithmetic or for reading the weights (with
 * gradients: reading them twice and writing their gradients), whichever is longer.
 */
export function limit_of(
  work: SpeedCase,
  operations_per_second: number,
  bytes_per_second: number,
): number {
  return (
    1000 *
    Math.max(
      operations_of(work) / operations_per_second,
      (products_of(work) * weight_bytes_of(work)) / bytes_per_second,
    )
  );
}
