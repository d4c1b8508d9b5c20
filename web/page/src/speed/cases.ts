import type { CeilingKind, SpeedActivation, SpeedCase } from './results.ts';

const of_gpt2 = (tokens: number): SpeedCase => ({ name: `t${tokens}`, tokens, d_model: 768, d_ff: 3072 });

/** From small to large, the order in which they are run. */
export const speed_cases: readonly SpeedCase[] = [
  { name: 's10', tokens: 10, d_model: 128, d_ff: 512 },
  of_gpt2(1),
  of_gpt2(8),
  of_gpt2(32),
  of_gpt2(128),
  of_gpt2(512),
  { name: 'notebook', tokens: 32 * 128, d_model: 512, d_ff: 2048 },
  of_gpt2(4096),
];

export const speed_activations: readonly SpeedActivation[] = ['gelu', 'gelu_tanh', 'relu'];

/** Multiplications and additions of the two products; the activation and the biases are not counted. */
export const operations_of = ({ tokens, d_model, d_ff }: SpeedCase): number => 4 * tokens * d_model * d_ff;

/** Bytes of the two weight matrices in float32, which every pass has to read. */
export const weight_bytes_of = ({ d_model, d_ff }: SpeedCase): number => 8 * d_model * d_ff;

/** Milliseconds that the machine needs at least for a pass: for its arithmetic or for reading the weights, whichever is longer. */
export function limit_of(work: SpeedCase, operations_per_second: number, bytes_per_second: number): number {
  return 1000 * Math.max(operations_of(work) / operations_per_second, weight_bytes_of(work) / bytes_per_second);
}

/** The multiply-add that a build of the package can use. */
export const ceiling_of_variant = { relaxed: 'fused', simd: 'separate' } as const satisfies Record<string, CeilingKind>;
