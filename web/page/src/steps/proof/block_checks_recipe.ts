/** The checks of a Transformer block: its layers, the block, and a stack of blocks. */
import type { Norm, TransformerBlockWeights } from 'ffn-lab';
import type { Given } from '../../compute/recipe.ts';
import {
  compare_all,
  either,
  relative,
  renamed,
  tensor_named,
  tensors_named,
  vector,
} from './check.ts';
import type { CheckRow, Golden } from './check.ts';

const attention_names = [
  'w_query',
  'b_query',
  'w_key',
  'b_key',
  'w_value',
  'b_value',
  'w_output',
  'b_output',
] as const;

export function layer_norm({ lab }: Given, golden: Golden): CheckRow[] {
  const norm = lab.LayerNorm({ weights: tensors_named(golden, ['scale', 'shift']) });
  const { output } = norm.trace(tensor_named(golden, 'x'));
  const found = norm.backward(tensor_named(golden, 'grad_output'));
  return compare_all(lab, golden, relative(2e-6), {
    output_norm: output,
    ...renamed(found, 'grad_{}_norm'),
  });
}

export function attention({ lab }: Given, golden: Golden): CheckRow[] {
  const layer = lab.Attention({
    weights: tensors_named(golden, attention_names),
    n_heads: 2,
    causal: true,
  });
  const { output, weights } = layer.trace(tensor_named(golden, 'x'));
  const found = layer.backward(tensor_named(golden, 'grad_output'));
  return [
    ...compare_all(lab, golden, either(5e-6), renamed({ output, weights }, '{}_causal')),
    ...compare_all(lab, golden, either(2e-5), renamed(found, 'grad_{}_causal')),
  ];
}

/** The tensors of the parts of a Transformer block. */
const block_parts = {
  norm1: ['scale', 'shift'],
  attention: attention_names,
  norm2: ['scale', 'shift'],
  feed_forward: ['w1', 'b1', 'w2', 'b2'],
} as const;

/** Name of a block's tensor in the flat golden file: norm1_scale, w_query, w1, … */
const golden_name = (part: string, tensor: string): string =>
  part.startsWith('norm') ? `${part}_${tensor}` : tensor;

function block_weights(golden: Golden): TransformerBlockWeights {
  const part = ([name, tensors]: [string, readonly string[]]) =>
    [
      name,
      Object.fromEntries(
        tensors.map((tensor) => [tensor, tensor_named(golden, golden_name(name, tensor))]),
      ),
    ] as const;
  return Object.fromEntries(
    Object.entries(block_parts).map(part),
  ) as unknown as TransformerBlockWeights;
}

export function transformer_block({ lab }: Given, golden: Golden): CheckRow[] {
  return (['pre', 'post'] as const).flatMap((norm) => {
    const block = lab.TransformerBlock({ weights: block_weights(golden), n_heads: 2, norm });
    const { output } = block.trace(tensor_named(golden, 'x'));
    const { x, ...parts } = block.backward(tensor_named(golden, 'grad_output'));
    const of_parts = Object.entries(parts).map(([part, tensors]) =>
      renamed(tensors, `grad_${golden_name(part, '{}')}_${norm}`),
    );
    const computed = { [`output_${norm}`]: output, [`grad_x_${norm}`]: x };
    return compare_all(lab, golden, either(2e-5), Object.assign(computed, ...of_parts) as Golden);
  });
}

/** Compares L2 norms of the activations and of the gradients at each block of a stack. */
export function block_stack({ lab }: Given, golden: Golden): CheckRow[] {
  const normals = (seed: number) => lab.RandomState(seed).randn([2, 6, 16]);
  const [x, grad_output] = [normals(4), normals(5)];
  const sizes = { d_model: 16, n_heads: 4, n_layers: 6, init: 'gpt2', seed: 3 } as const;
  return (['pre', 'post'] as const).flatMap((norm) =>
    [true, false].flatMap((shortcuts) => {
      const found = lab.BlockStack({ ...sizes, norm, shortcuts }).gradient_by_depth(x, grad_output);
      const by_depth = Object.entries<readonly Norm[]>({ ...found });
      const norms = Object.fromEntries(
        by_depth.map(([name, blocks]) => [name, vector(blocks.map(({ l2 }) => l2))]),
      );
      return compare_all(
        lab,
        golden,
        relative(1e-5),
        renamed(norms, `{}_${norm}_${shortcuts ? 'shortcuts' : 'bare'}_block`),
      );
    }),
  );
}
