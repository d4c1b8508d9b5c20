/** A small model file in GPT-2's format with random weights, for users without a model file. */
import type { Lab, Tensor } from 'ffn-lab';

const sample_sizes = { n_layers: 4, d_model: 64, d_ff: 256, n_vocab: 512, n_positions: 64, seed: 42 } as const;

/** The random rows that run through the sample's blocks to capture the inputs of its networks. */
export const captured_rows = { tokens: 16, seed: 7 } as const;

export const sample_name = 'random.safetensors';

/** Standard deviations, larger than the 0.02 of GPT-2's initialization so that every layer has a visible effect. */
const scales = { embedding: 0.5, weight: 0.12, bias: 0.05 } as const;

/** Tensors of a block: name, shape, and standard deviation or constant. */
function block_tensors(layer: number): readonly (readonly [name: string, shape: readonly number[], scale: number | 'ones' | 'zeros'])[] {
  const { d_model, d_ff } = sample_sizes;
  const { weight, bias } = scales;
  const h = `h.${layer}`;
  return [
    [`${h}.ln_1.weight`, [d_model], 'ones'],
    [`${h}.ln_1.bias`, [d_model], 'zeros'],
    [`${h}.attn.c_attn.weight`, [d_model, 3 * d_model], weight],
    [`${h}.attn.c_attn.bias`, [3 * d_model], 'zeros'],
    [`${h}.attn.c_proj.weight`, [d_model, d_model], weight],
    [`${h}.attn.c_proj.bias`, [d_model], 'zeros'],
    [`${h}.ln_2.weight`, [d_model], 'ones'],
    [`${h}.ln_2.bias`, [d_model], 'zeros'],
    [`${h}.mlp.c_fc.weight`, [d_model, d_ff], weight],
    [`${h}.mlp.c_fc.bias`, [d_ff], bias],
    [`${h}.mlp.c_proj.weight`, [d_ff, d_model], weight],
    [`${h}.mlp.c_proj.bias`, [d_model], bias],
  ];
}

const sample_tensors = () => {
  const { n_layers, d_model, n_vocab, n_positions } = sample_sizes;
  return [
    ['wte.weight', [n_vocab, d_model], scales.embedding] as const,
    ['wpe.weight', [n_positions, d_model], scales.embedding] as const,
    ...Array.from({ length: n_layers }, (_, layer) => block_tensors(layer)).flat(),
    ['ln_f.weight', [d_model], 'ones'] as const,
    ['ln_f.bias', [d_model], 'zeros'] as const,
  ];
};

/** Returns the bytes of the file, which are the same on every machine. */
export function make_sample(lab: Lab): Uint8Array<ArrayBuffer> {
  const rng = lab.RandomState(sample_sizes.seed);
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
