/** Checks of the random generator, activations, forward pass and gradients. Each exported function checks one family; its text is the program of the family's numbers. */
import type { ActivationKind, FeedForward, Lab, Tensor } from 'ffn-lab';
import type { CheckRow } from './check.ts';
import { absolute, compare_all, exact, relative, tensor_named, tensors_named, vector } from './check.ts';
import type { Computed, Golden } from './check.ts';
import { checked_networks } from './golden.ts';

/** A record, so that the compiler reports a missing activation. */
const listed: Readonly<Record<ActivationKind, true>> = { relu: true, gelu: true, gelu_tanh: true, gelu_sigmoid: true, silu: true };
const kinds = Object.keys(listed) as ActivationKind[];

/** Returns eight columns of a matrix, at equal distances from the first. */
function eight_columns({ data, shape: [rows = 0, width = 0] }: Tensor): Tensor {
  return { data: data.filter((_, place) => (place % width) % (width / 8) === 0), shape: [rows, 8] };
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

/** Compares the tensors of a pass with each activation that the golden file contains; `columns` selects those columns that it has. */
function compare_passes(lab: Lab, golden: Golden, ffn: FeedForward, x: Tensor, limit: number, columns: (tensor: Tensor) => Tensor) {
  const tolerance = absolute(limit);
  const computed = kinds.flatMap((kind): Computed[] => {
    ffn.activation = kind;
    const { pre_activation, hidden, output } = ffn.trace(x);
    const first = kind === 'relu' ? [{ tensor: 'pre_activation', actual: columns(pre_activation), tolerance }] : [];
    const others = Object.entries({ hidden, output }).map(([name, actual]) => ({
      tensor: `${name}_${kind}`,
      actual: columns(actual),
      tolerance,
    }));
    return [...first, ...others];
  });
  return compare_all(
    lab,
    golden,
    computed.filter(({ tensor }) => tensor in golden),
  );
}

function forward(lab: Lab, golden: Golden, limit: number): CheckRow[] {
  const ffn = lab.FeedForward({ weights: tensors_named(golden, ['w1', 'b1', 'w2', 'b2']) });
  return compare_passes(lab, golden, ffn, tensor_named(golden, 'x'), limit, (tensor) => tensor);
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

/** Checks GPT-2's size (768 → 3072 → 768); the golden file contains only eight columns of each tensor. */
export function gpt2_size(lab: Lab, golden: Golden): CheckRow[] {
  const x = lab.RandomState(42).randn([10, 768]);
  const ffn = lab.FeedForward({ d_model: 768, d_ff: 3072, init: 'gpt2', seed: 42 });
  return compare_passes(lab, golden, ffn, x, 2e-6, eight_columns);
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
