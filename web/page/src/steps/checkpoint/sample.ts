/** A small model file in GPT-2's format with random weights, for users without a model file. */
import type { Lab, Tensor } from 'ffn-lab';

const [n_layers, d_model, d_ff, n_vocab, n_positions, seed] = [4, 64, 256, 512, 64, 42] as const;

/** The random rows that run through the sample's blocks to capture the inputs of its networks. */
export const captured_rows = { tokens: 16, seed: 7 } as const;

export const sample_name = 'random.safetensors';

/** Standard deviations, larger than the 0.02 of GPT-2's initialization so that every layer has a visible effect. */
const scales = { embedding: 0.5, weight: 0.12, bias: 0.05 } as const;

type Shaped = readonly [name: string, shape: readonly number[], scale: number | 'ones' | 'zeros'];

/** Tensors of a block: name, shape, and standard deviation or constant. */
const block_tensors: readonly Shaped[] = [
  ['ln_1.weight', [d_model], 'ones'],
  ['ln_1.bias', [d_model], 'zeros'],
  ['attn.c_attn.weight', [d_model, 3 * d_model], scales.weight],
  ['attn.c_attn.bias', [3 * d_model], 'zeros'],
  ['attn.c_proj.weight', [d_model, d_model], scales.weight],
  ['attn.c_proj.bias', [d_model], 'zeros'],
  ['ln_2.weight', [d_model], 'ones'],
  ['ln_2.bias', [d_model], 'zeros'],
  ['mlp.c_fc.weight', [d_model, d_ff], scales.weight],
  ['mlp.c_fc.bias', [d_ff], scales.bias],
  ['mlp.c_proj.weight', [d_ff, d_model], scales.weight],
  ['mlp.c_proj.bias', [d_model], scales.bias],
];

const sample_tensors = (): readonly Shaped[] => [
  ['wte.weight', [n_vocab, d_model], scales.embedding],
  ['wpe.weight', [n_positions, d_model], scales.embedding],
  ...Array.from({ length: n_layers }, (_, layer) =>
    block_tensors.map(([name, shape, scale]): Shaped => [`h.${layer}.${name}`, shape, scale]),
  ).flat(),
  ['ln_f.weight', [d_model], 'ones'],
  ['ln_f.bias', [d_model], 'zeros'],
];

/** Returns the bytes of the file, which are the same on every machine. */
export function make_sample(lab: Lab): Uint8Array<ArrayBuffer> {
  const rng = lab.RandomState(seed);
  const constant = (shape: readonly number[], value: number): Tensor => ({ data: new Float32Array(shape[0] ?? 0).fill(value), shape });
  const tensors = Object.fromEntries(
    sample_tensors().map(([name, shape, scale]) => {
      const tensor = typeof scale === 'number' ? rng.randn(shape, { scale }) : constant(shape, scale === 'ones' ? 1 : 0);
      return [name, tensor];
    }),
  );
  rng.dispose();
  return lab.write_safetensors(tensors, { made_by: 'FFN Lab', weights: 'random' });
}
