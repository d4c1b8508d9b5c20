/** A small file in the shape of GPT-2, made here of random numbers, for whoever has none at hand: what it shows is size and shape, not learning. */
import type { Lab, Tensor } from 'ffn-lab';

export const sample_sizes = { n_layers: 4, d_model: 64, d_ff: 256, n_vocab: 512, n_positions: 64, tokens: 16, seed: 42 } as const;

/** The seed of the rows that go through the sample's blocks, to see what its networks are given. */
export const captured_seed = 7;

export const sample_name = 'random.safetensors';

/** Standard deviations that give every layer something to say; those of a new GPT-2 are 0.02. */
const scales = { embedding: 0.5, weight: 0.12, bias: 0.05 } as const;

/** The tensors of a block: name, shape, standard deviation, or 1 and 0 for the norms. */
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

/** The bytes of the file: the same ones on every machine. */
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

/** The same as a program, which leaves the file in `bytes`. */
export function sample_code(): string[] {
  const rows = sample_tensors().map(
    ([name, shape, scale]) => `  ['${name}', [${shape.join(', ')}], ${typeof scale === 'number' ? scale : `'${scale}'`}],`,
  );
  return [
    `const rng = lab.RandomState(${sample_sizes.seed});`,
    'const constant = (shape, value) => ({ data: new Float32Array(shape[0]).fill(value), shape });',
    'const made = [',
    ...rows,
    '].map(([name, shape, scale]) => [',
    '  name,',
    "  typeof scale === 'number' ? rng.randn(shape, { scale }) : constant(shape, scale === 'ones' ? 1 : 0),",
    ']);',
    "const bytes = lab.write_safetensors(Object.fromEntries(made), { made_by: 'FFN Lab', weights: 'random' });",
  ];
}
