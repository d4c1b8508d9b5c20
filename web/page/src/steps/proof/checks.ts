/**
 * The checks. Each exported function checks one family; its text is the program of the family's
 * numbers.
 */
import type {
  ActivationKind,
  FeedForward,
  Lab,
  Norm,
  OptimizerOptions,
  Tensor,
  TransformerBlockWeights,
} from 'ffn-lab';
import {
  absolute,
  compare_all,
  either,
  exact,
  relative,
  renamed,
  tensor_named,
  tensors_named,
  vector,
} from './check.ts';
import type { CheckRow, Golden, Tolerance } from './check.ts';

/** Returns the activations whose results the golden file contains, by the names of its tensors. */
const kinds_in = (golden: Golden, tensor: 'value' | 'output'): ActivationKind[] =>
  Object.keys(golden)
    .filter((name) => name.startsWith(`${tensor}_`))
    .map((name) => name.slice(tensor.length + 1) as ActivationKind);

/** Returns eight columns of a matrix, at equal distances from the first. */
function eight_columns({ data, shape: [rows = 0, width = 0] }: Tensor): Tensor {
  return { data: data.filter((_, place) => (place % width) % (width / 8) === 0), shape: [rows, 8] };
}

export function random_notebook(lab: Lab, golden: Golden): CheckRow[] {
  const { data } = lab.RandomState(42).randn([1000]);
  return compare_all(lab, golden, exact, {
    randn: vector(data.filter((_, place) => place % 4 === 0)),
  });
}

export function activation(lab: Lab, golden: Golden): CheckRow[] {
  const { data } = tensor_named(golden, 'x');
  return kinds_in(golden, 'value').flatMap((kind) => {
    const { value, derivative } = lab.activation(kind, data);
    return [
      ...compare_all(lab, golden, absolute(5e-7), { [`value_${kind}`]: vector(value) }),
      ...compare_all(lab, golden, absolute(1e-7), { [`derivative_${kind}`]: vector(derivative) }),
    ];
  });
}

/**
 * Compares the tensors of a pass with each activation that the golden file contains; `columns`
 * selects those columns that it has.
 */
function compare_passes(
  lab: Lab,
  golden: Golden,
  ffn: FeedForward,
  x: Tensor,
  tolerance: Tolerance,
  columns: (tensor: Tensor) => Tensor,
) {
  return kinds_in(golden, 'output').flatMap((kind, index) => {
    ffn.activation = kind;
    const { pre_activation, hidden, output } = ffn.trace(x);
    const computed = {
      ...(index === 0 && { pre_activation }),
      ...renamed({ hidden, output }, `{}_${kind}`),
    };
    const known = Object.entries(computed).filter(([name]) => name in golden);
    return compare_all(
      lab,
      golden,
      tolerance,
      Object.fromEntries(known.map(([name, tensor]) => [name, columns(tensor)])),
    );
  });
}

function forward(lab: Lab, golden: Golden, tolerance: Tolerance): CheckRow[] {
  const ffn = lab.FeedForward({ weights: tensors_named(golden, ['w1', 'b1', 'w2', 'b2']) });
  return compare_passes(lab, golden, ffn, tensor_named(golden, 'x'), tolerance, (tensor) => tensor);
}

export function notebook_batch(lab: Lab, golden: Golden): CheckRow[] {
  return forward(lab, golden, absolute(1e-6));
}

export function worked_example(lab: Lab, golden: Golden): CheckRow[] {
  return forward(lab, golden, absolute(1e-6));
}

export function biased(lab: Lab, golden: Golden): CheckRow[] {
  return forward(lab, golden, either(1e-6));
}

/**
 * Checks GPT-2's size (768 → 3072 → 768); the golden file contains only eight columns of each
 * tensor.
 */
export function gpt2_size(lab: Lab, golden: Golden): CheckRow[] {
  const x = lab.RandomState(42).randn([10, 768]);
  const ffn = lab.FeedForward({ d_model: 768, d_ff: 3072, init: 'gpt2', seed: 42 });
  return compare_passes(lab, golden, ffn, x, absolute(2e-6), eight_columns);
}

export function gradients(lab: Lab, golden: Golden): CheckRow[] {
  return ['relu', 'gelu', 'gelu_tanh', 'silu_gated'].flatMap((suffix) => {
    const gate = suffix.endsWith('_gated') ? (['w_gate', 'b_gate'] as const) : [];
    const weights = tensors_named(golden, ['w1', 'b1', ...gate, 'w2', 'b2']);
    const ffn = lab.FeedForward({
      weights,
      activation: suffix.replace('_gated', '') as ActivationKind,
    });
    ffn.trace(tensor_named(golden, 'x'));
    const found = ffn.backward(tensor_named(golden, 'grad_output'));
    return compare_all(lab, golden, relative(5e-6), renamed(found, `grad_{}_${suffix}`));
  });
}

const checked_networks = {
  gelu: { activation: 'gelu', gated: false },
  gelu_tanh: { activation: 'gelu_tanh', gated: false },
  relu: { activation: 'relu', gated: false },
  silu_gated: { activation: 'silu', gated: true },
} as const;

/**
 * Compares the backward pass with central differences of the forward pass, for each tensor; needs
 * no golden data.
 */
export function gradient_check(lab: Lab): CheckRow[] {
  const x = lab.RandomState(3).randn([2, 1, 4]);
  const tolerance = relative(1e-8);
  return Object.entries(checked_networks).flatMap(([network, options]) => {
    const ffn = lab.FeedForward({ d_model: 4, ...options, seed: 2 });
    const tensors: Golden = { x, ...ffn.weights() };
    return ffn.gradient_check(x).map(({ name, largest_error: largest, at }): CheckRow => {
      const { shape } = tensor_named(tensors, name);
      return {
        tensor: `${network}.${name}`,
        shape,
        largest,
        measured: largest,
        at,
        tolerance,
        passed: largest < tolerance.limit,
      };
    });
  });
}

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

export function layer_norm(lab: Lab, golden: Golden): CheckRow[] {
  const norm = lab.LayerNorm({ weights: tensors_named(golden, ['scale', 'shift']) });
  const { output } = norm.trace(tensor_named(golden, 'x'));
  const found = norm.backward(tensor_named(golden, 'grad_output'));
  return compare_all(lab, golden, relative(2e-6), {
    output_norm: output,
    ...renamed(found, 'grad_{}_norm'),
  });
}

export function attention(lab: Lab, golden: Golden): CheckRow[] {
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

export function transformer_block(lab: Lab, golden: Golden): CheckRow[] {
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
export function block_stack(lab: Lab, golden: Golden): CheckRow[] {
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

export function loss(lab: Lab, golden: Golden): CheckRow[] {
  const mse = lab.mse_loss(tensor_named(golden, 'prediction'), tensor_named(golden, 'target'));
  const cross_entropy = lab.cross_entropy(tensor_named(golden, 'logits'), [
    ...tensor_named(golden, 'labels').data,
  ]);
  return [
    // The core computes a loss in float64: rounded to float32, it differs from PyTorch's by at most
    // one unit in the last place.
    ...compare_all(lab, golden, relative(1.2e-7), {
      mse: vector([mse.loss]),
      cross_entropy: vector([cross_entropy.loss]),
    }),
    ...compare_all(lab, golden, absolute(3e-8), { grad_prediction: mse.grad }),
    ...compare_all(lab, golden, absolute(1e-8), { grad_logits: cross_entropy.grad }),
  ];
}

/** Optimiser options of the training runs, as in training_golden.py; the loss is in the name. */
const trainings = {
  sgd_nesterov_cross_entropy: {
    optimizer: 'sgd',
    lr: 0.02,
    momentum: 0.8,
    nesterov: true,
    weight_decay: 0.01,
  },
  adamw_decay_cross_entropy: {
    optimizer: 'adamw',
    lr: 0.1,
    weight_decay: 0.2,
    beta1: 0.8,
    beta2: 0.95,
    eps: 1e-4,
  },
  adamw_mse: { optimizer: 'adamw', lr: 0.03, weight_decay: 0 },
} as const satisfies Readonly<Record<string, OptimizerOptions>>;

/** Compares losses and weights after twelve steps of each run in `trainings`. */
export function training(lab: Lab, golden: Golden): CheckRow[] {
  const inputs = tensor_named(golden, 'x');
  const labels = [...tensor_named(golden, 'labels').data];
  const weights = tensors_named(golden, ['w_in', 'b_in', 'w1', 'b1', 'w2', 'b2', 'w_out', 'b_out']);
  return Object.entries(trainings).flatMap(([suffix, options]) => {
    const dataset = suffix.endsWith('_mse')
      ? { inputs, targets: tensor_named(golden, 'target') }
      : { inputs, labels };
    const run = lab.TrainingRun({ dataset, weights, batch_size: 11, ...options });
    run.step(12);
    return [
      ...compare_all(lab, golden, absolute(3e-6), { [`losses_${suffix}`]: vector(run.losses()) }),
      ...compare_all(lab, golden, relative(5e-6), renamed(run.weights(), `{}_${suffix}`)),
    ];
  });
}
