/** Checks of the random generator, activations, forward pass and gradients. Each exported function checks one family; its text is the program of the family's numbers. */
import type { ActivationKind, Lab, Tensor } from 'ffn-lab';
import type { CheckRow } from './calls.ts';
import { absolute, compare_all, exact, relative, tensor_named, tensors_named, vector } from './check.ts';
import type { Computed, Golden } from './check.ts';
import { checked_networks } from './golden_names.ts';

/** A record, so that the compiler reports a missing activation. */
const listed: Readonly<Record<ActivationKind, true>> = { relu: true, gelu: true, gelu_tanh: true, gelu_sigmoid: true, silu: true };
const kinds = Object.keys(listed) as ActivationKind[];

/** Returns columns 0, step, 2 · step, … of a matrix. */
export function every_column({ data, shape }: Tensor, step: number): Tensor {
  const width = shape[shape.length - 1] ?? 1;
  const sampled = data.filter((_, place) => (place % width) % step === 0);
  const rows = data.length / width;
  return { data: sampled, shape: [rows, sampled.length / rows] };
}

export function random(lab: Lab, golden: Golden): CheckRow[] {
  const { data } = lab.RandomState(42).randn([1000]);
  return compare_all(lab, golden, [{ tensor: 'randn', actual: vector(data.filter((_, place) => place % 4 === 0)), tolerance: exact }]);
}

export function activation(lab: Lab, golden: Golden): CheckRow[] {
  const { data } = tensor_named(golden, 'x');
  const computed = kinds.flatMap((kind) => {
    const { value, derivative } = lab.activation(kind, data);
    return [
      { tensor: `value_${kind}`, actual: vector(value), tolerance: absolute(5e-7) },
      { tensor: `derivative_${kind}`, actual: vector(derivative), tolerance: absolute(1e-7) },
    ];
  });
  return compare_all(lab, golden, computed);
}

/** Compares all tensors of the forward passes that the golden file contains. */
function forward(lab: Lab, golden: Golden, limit: number): CheckRow[] {
  const ffn = lab.FeedForward({ weights: tensors_named(golden, ['w1', 'b1', 'w2', 'b2']) });
  const tolerance = absolute(limit);
  const computed = kinds.flatMap((kind): Computed[] => {
    ffn.activation = kind;
    const { pre_activation, hidden, output } = ffn.trace(tensor_named(golden, 'x'));
    const first = kind === 'relu' ? [{ tensor: 'pre_activation', actual: pre_activation, tolerance }] : [];
    return [...first, { tensor: `hidden_${kind}`, actual: hidden, tolerance }, { tensor: `output_${kind}`, actual: output, tolerance }];
  });
  return compare_all(
    lab,
    golden,
    computed.filter(({ tensor }) => tensor in golden),
  );
}

export function notebook_batch(lab: Lab, golden: Golden): CheckRow[] {
  return forward(lab, golden, 1e-6);
}

export function worked_example(lab: Lab, golden: Golden): CheckRow[] {
  return forward(lab, golden, 1e-6);
}

export function biased(lab: Lab, golden: Golden): CheckRow[] {
  return forward(lab, golden, 1e-5);
}

/** Checks GPT-2's size (768 → 3072 → 768); the golden file contains only some columns of each tensor. */
export function gpt2_size(lab: Lab, golden: Golden): CheckRow[] {
  const x = lab.RandomState(42).randn([10, 768]);
  const ffn = lab.FeedForward({ d_model: 768, d_ff: 3072, init: 'gpt2', seed: 42 });
  const tolerance = absolute(2e-6);
  const computed = kinds.flatMap((kind): Computed[] => {
    ffn.activation = kind;
    const { pre_activation, hidden, output } = ffn.trace(x);
    const first = kind === 'relu' ? [{ tensor: 'pre_activation', actual: every_column(pre_activation, 384), tolerance }] : [];
    return [
      ...first,
      { tensor: `hidden_${kind}`, actual: every_column(hidden, 384), tolerance },
      { tensor: `output_${kind}`, actual: every_column(output, 96), tolerance },
    ];
  });
  return compare_all(
    lab,
    golden,
    computed.filter(({ tensor }) => tensor in golden),
  );
}

export function gradients(lab: Lab, golden: Golden): CheckRow[] {
  const computed = ['relu', 'gelu', 'gelu_tanh', 'silu_gated'].flatMap((suffix) => {
    const gated = suffix.endsWith('_gated');
    const weights = tensors_named(golden, gated ? ['w1', 'b1', 'w_gate', 'b_gate', 'w2', 'b2'] : ['w1', 'b1', 'w2', 'b2']);
    const ffn = lab.FeedForward({ weights, activation: suffix.replace('_gated', '') as ActivationKind });
    ffn.trace(tensor_named(golden, 'x'));
    const found = Object.entries(ffn.backward(tensor_named(golden, 'grad_output')));
    return found.map(([name, actual]: [string, Tensor]) => ({ tensor: `grad_${name}_${suffix}`, actual, tolerance: relative(5e-6) }));
  });
  return compare_all(lab, golden, computed);
}

/** Compares the backward pass with central differences of the forward pass, for each tensor; needs no golden data. */
export function gradient_check(lab: Lab): CheckRow[] {
  const x = lab.RandomState(3).randn([2, 1, 4]);
  const tolerance = relative(1e-8);
  return Object.entries(checked_networks).flatMap(([network, options]) => {
    const ffn = lab.FeedForward({ d_model: 4, ...options, seed: 2 });
    const tensors: Partial<Record<string, Tensor>> = { x, ...ffn.weights() };
    return ffn.gradient_check(x).map(({ name, largest_error: largest, at }): CheckRow => {
      const { shape = [], data } = tensors[name] ?? {};
      const passed = largest < tolerance.limit;
      return { tensor: `${network}.${name}`, shape, count: data?.length ?? 0, largest, measured: largest, at, tolerance, passed };
    });
  });
}
