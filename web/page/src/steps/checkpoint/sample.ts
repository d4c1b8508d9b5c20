/** A small model file in GPT-2's format with random weights, for users without a model file. */
import type { Lab, Tensor } from 'ffn-lab';

const [n_layers, d_model, d_ff, n_vocab, n_positions, seed] = [4, 64, 256, 512, 64, 42] as const;

/** The content of GPT-2's `config.json`; of its own size, the sample has one head. */
const metadata = {
  made_by: 'FFN Lab',
  weights: 'random',
  activation_function: 'gelu_new',
  n_head: '1',
} as const;

/** The random rows that run through the sample's blocks to capture the inputs of its networks. */
export const captured_rows = { tokens: 16, seed: 7 } as const;

export const sample_name = 'random.safetensors';

/**
 * Standard deviations, larger than the 0.02 of GPT-2's initialization so that every layer has a
 * visible effect.
 */
const scales = { embedding: 0.5, weight: 0.12, bias: 0.05 } as const;

type Shaped = readonly [name: string, shape: readonly number[], scale: number | 'ones' | 'zeros'];

const weight_and_bias = (
  name: string,
  shape: readonly number[],
  weight: Shaped[2],
  bias: Shaped[2],
): readonly Shaped[] => [
  [`${name}.weight`, shape, weight],
  [`${name}.bias`, shape.slice(-1), bias],
];

const block_tensors = (block: string): readonly Shaped[] => [
  ...weight_and_bias(`${block}.ln_1`, [d_model], 'ones', 'zeros'),
  ...weight_and_bias(`${block}.attn.c_attn`, [d_model, 3 * d_model], scales.weight, 'zeros'),
  ...weight_and_bias(`${block}.attn.c_proj`, [d_model, d_model], scales.weight, 'zeros'),
  ...weight_and_bias(`${block}.ln_2`, [d_model], 'ones', 'zeros'),
  ...weight_and_bias(`${block}.mlp.c_fc`, [d_model, d_ff], scales.weight, scales.bias),
  ...weight_and_bias(`${block}.mlp.c_proj`, [d_ff, d_model], scales.weight, scales.bias),
];

const sample_tensors = (): readonly Shaped[] => [
  ['wte.weight', [n_vocab, d_model], scales.embedding],
  ['wpe.weight', [n_positions, d_model], scales.embedding],
  ...Array.from({ length: n_layers }, (_, layer) => block_tensors(`h.${layer}`)).flat(),
  ...weight_and_bias('ln_f', [d_model], 'ones', 'zeros'),
];

/** Returns the bytes of the file, which are the same on every machine. */
export function make_sample(lab: Lab): Uint8Array<ArrayBuffer> {
  const rng = lab.RandomState(seed);
  const constant = (shape: readonly number[], value: number): Tensor => ({
    data: new Float32Array(shape[0] ?? 0).fill(value),
    shape,
  });
  const tensor = (shape: readonly number[], scale: Shaped[2]) =>
    typeof scale === 'number'
      ? rng.randn(shape, { scale })
      : constant(shape, scale === 'ones' ? 1 : 0);
  const tensors = Object.fromEntries(
    sample_tensors().map(([name, shape, scale]) => [name, tensor(shape, scale)]),
  );
  rng.dispose();
  return lab.write_safetensors(tensors, metadata);
}
