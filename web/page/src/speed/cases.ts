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

/** The size of a benchmark: a forward pass of `tokens` tokens through d_model → d_ff → d_model. */
export type SpeedCase = {
  readonly name: string;
  readonly tokens: number;
  readonly d_model: number;
  readonly d_ff: number;
};

/** 32 sequences of 128 tokens. */
export const notebook_case: SpeedCase = {
  name: 'notebook',
  tokens: 32 * 128,
  d_model: 512,
  d_ff: 2048,
};

/**
 * Number of multiplications and additions in the two matrix products; the activation and the biases
 * are not counted.
 */
export const operations_of = ({ tokens, d_model, d_ff }: SpeedCase): number =>
  4 * tokens * d_model * d_ff;

/** Size in bytes of the two float32 weight matrices, which every pass reads. */
export const weight_bytes_of = ({ d_model, d_ff }: SpeedCase): number => 8 * d_model * d_ff;

/**
 * Lower bound of a pass in milliseconds: the time for its arithmetic or for reading the weights,
 * whichever is longer.
 */
export function limit_of(
  work: SpeedCase,
  operations_per_second: number,
  bytes_per_second: number,
): number {
  return (
    1000 *
    Math.max(operations_of(work) / operations_per_second, weight_bytes_of(work) / bytes_per_second)
  );
}
