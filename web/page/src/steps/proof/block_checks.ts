/** Checks of layer norm, attention, Transformer blocks, losses and training. Each exported function checks one family; its text is the program of the family's numbers. */
import type { AttentionWeights, Lab, Tensor, TrainableWeights, TransformerBlockWeights } from 'ffn-lab';
import type { CheckRow } from './check.ts';
import { absolute, compare_all, either, relative, tensor_named, tensors_named, vector } from './check.ts';
import type { Golden } from './check.ts';
import { attention_names, block_parts, golden_name, trainings, weight_names } from './golden.ts';

export function layer_norm(lab: Lab, golden: Golden): CheckRow[] {
  const norm = lab.LayerNorm({ weights: tensors_named(golden, ['scale', 'shift']) });
  const { output } = norm.trace(tensor_named(golden, 'x'));
  const found = norm.backward(tensor_named(golden, 'grad_output'));
  const tolerance = relative(2e-6);
  return compare_all(lab, golden, [
    { tensor: 'output_norm', actual: output, tolerance },
    ...(['x', 'scale', 'shift'] as const).map((name) => ({ tensor: `grad_${name}_norm`, actual: found[name], tolerance })),
  ]);
}

export function attention(lab: Lab, golden: Golden): CheckRow[] {
  const weights: AttentionWeights = tensors_named(golden, attention_names);
  const layer = lab.Attention({ weights, n_heads: 2, causal: true });
  const trace = layer.trace(tensor_named(golden, 'x'));
  const found: Partial<Record<string, Tensor>> = { ...layer.backward(tensor_named(golden, 'grad_output')) };
  return compare_all(lab, golden, [
    { tensor: 'output_causal', actual: trace.output, tolerance: either(5e-6) },
    { tensor: 'weights_causal', actual: trace.weights, tolerance: either(5e-6) },
    ...Object.entries(found).flatMap(([name, actual]) =>
      actual === undefined ? [] : [{ tensor: `grad_${name}_causal`, actual, tolerance: either(2e-5) }],
    ),
  ]);
}

function block_weights(golden: Golden): TransformerBlockWeights {
  const part = ([name, tensors]: (typeof block_parts)[number]) =>
    [name, Object.fromEntries(tensors.map((tensor) => [tensor, tensor_named(golden, golden_name(name, tensor))]))] as const;
  return Object.fromEntries(block_parts.map(part)) as unknown as TransformerBlockWeights;
}

export function transformer_block(lab: Lab, golden: Golden): CheckRow[] {
  const tolerance = either(2e-5);
  const computed = (['pre', 'post'] as const).flatMap((norm) => {
    const block = lab.TransformerBlock({ weights: block_weights(golden), n_heads: 2, norm });
    const { output } = block.trace(tensor_named(golden, 'x'));
    const found = block.backward(tensor_named(golden, 'grad_output'));
    const of_parts = block_parts.flatMap(([part, tensors]) => {
      const of_part = found[part] as unknown as Readonly<Record<string, Tensor>>;
      return tensors.map((name) => ({ tensor: `grad_${golden_name(part, name)}_${norm}`, actual: tensor_named(of_part, name), tolerance }));
    });
    return [{ tensor: `output_${norm}`, actual: output, tolerance }, { tensor: `grad_x_${norm}`, actual: found.x, tolerance }, ...of_parts];
  });
  return compare_all(lab, golden, computed);
}

/** Compares L2 norms of the activations and of the gradients at each block of a stack. */
export function block_stack(lab: Lab, golden: Golden): CheckRow[] {
  const normals = (seed: number) => lab.RandomState(seed).randn([2, 6, 16]);
  const [x, grad_output] = [normals(4), normals(5)];
  const sizes = { d_model: 16, n_heads: 4, n_layers: 6, init: 'gpt2', seed: 3 } as const;
  const computed = (['pre', 'post'] as const).flatMap((norm) =>
    [true, false].flatMap((shortcuts) => {
      const by_depth = lab.BlockStack({ ...sizes, norm, shortcuts }).gradient_by_depth(x, grad_output);
      return (['activations', 'gradients', 'parameter_gradients'] as const).map((name) => ({
        tensor: `${name}_${norm}_${shortcuts ? 'shortcuts' : 'bare'}_block`,
        actual: vector(by_depth[name].map(({ l2 }) => l2)),
        tolerance: relative(1e-5),
      }));
    }),
  );
  return compare_all(lab, golden, computed);
}

export function loss(lab: Lab, golden: Golden): CheckRow[] {
  const mse = lab.mse_loss(tensor_named(golden, 'prediction'), tensor_named(golden, 'target'));
  const cross_entropy = lab.cross_entropy(tensor_named(golden, 'logits'), [...tensor_named(golden, 'labels').data]);
  // The core computes a loss in float64: rounded to float32, it differs from PyTorch's by at most one unit in the last place.
  return compare_all(lab, golden, [
    { tensor: 'mse', actual: vector([mse.loss]), tolerance: relative(1.2e-7) },
    { tensor: 'grad_prediction', actual: mse.grad, tolerance: absolute(3e-8) },
    { tensor: 'cross_entropy', actual: vector([cross_entropy.loss]), tolerance: relative(1.2e-7) },
    { tensor: 'grad_logits', actual: cross_entropy.grad, tolerance: absolute(1e-8) },
  ]);
}

/** Compares losses and weights after twelve steps of each run in `trainings`. */
export function training(lab: Lab, golden: Golden): CheckRow[] {
  const inputs = tensor_named(golden, 'x');
  const labels = [...tensor_named(golden, 'labels').data];
  const weights: TrainableWeights = tensors_named(golden, weight_names);
  const computed = Object.entries(trainings).flatMap(([suffix, options]) => {
    const dataset = suffix.endsWith('_mse') ? { inputs, targets: tensor_named(golden, 'target') } : { inputs, labels };
    const run = lab.TrainingRun({ dataset, weights, batch_size: 11, ...options });
    run.step(12);
    const trained: Partial<Record<string, Tensor>> = { ...run.weights() };
    return [
      { tensor: `losses_${suffix}`, actual: vector(run.losses()), tolerance: absolute(3e-6) },
      ...weight_names.map((name) => ({
        tensor: `${name}_${suffix}`,
        actual: trained[name] ?? vector([]),
        tolerance: relative(5e-6),
      })),
    ];
  });
  return compare_all(lab, golden, computed);
}
