import type { ForwardStage } from 'ffn-lab';
import type { CeilingKind, SpeedActivation, SpeedCase, SpeedMode } from './results.ts';

const gpt2_case = (tokens: number): SpeedCase => ({ name: `t${tokens}`, tokens, d_model: 768, d_ff: 3072 });

/** Sorted from small to large; benchmarks run in this order. */
export const speed_cases: readonly SpeedCase[] = [
  { name: 's10', tokens: 10, d_model: 128, d_ff: 512 },
  gpt2_case(1),
  gpt2_case(8),
  gpt2_case(32),
  gpt2_case(128),
  gpt2_case(512),
  { name: 'notebook', tokens: 32 * 128, d_model: 512, d_ff: 2048 },
  gpt2_case(4096),
];

export const speed_activations = ['gelu', 'gelu_tanh', 'relu'] as const satisfies SpeedActivation[];

/** The stages of a pass in the order of execution. */
export const forward_stages = ['linear1', 'activation', 'linear2'] as const satisfies ForwardStage[];

export const speed_modes: readonly SpeedMode[] = ['sustained', 'burst'];

/** Number of multiplications and additions in the two matrix products; the activation and the biases are not counted. */
export const operations_of = ({ tokens, d_model, d_ff }: SpeedCase): number => 4 * tokens * d_model * d_ff;

/** Size in bytes of the two float32 weight matrices, which every pass reads. */
export const weight_bytes_of = ({ d_model, d_ff }: SpeedCase): number => 8 * d_model * d_ff;

/** Lower bound of a pass in milliseconds: the time for its arithmetic or for reading the weights, whichever is longer. */
export function limit_of(work: SpeedCase, operations_per_second: number, bytes_per_second: number): number {
  return 1000 * Math.max(operations_of(work) / operations_per_second, weight_bytes_of(work) / bytes_per_second);
}

/** The kind of multiply-add that each build of the package uses. */
export const ceiling_of_variant = { relaxed: 'fused', simd: 'separate' } as const satisfies Record<string, CeilingKind>;
