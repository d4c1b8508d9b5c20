/** Checks of the random generator, activations, forward pass and gradients. check_code.ts builds the matching programs. */
import type { ActivationKind, Lab, Tensor } from 'ffn-lab';
import { absolute, exact, relative, tensor_named, tensors_named, vector, with_disposable } from './check.ts';
import type { Computed, Golden } from './check.ts';

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

export function random_checks(lab: Lab): Computed[] {
  const { data } = with_disposable(lab.RandomState(42), (rng) => rng.randn([1000]));
  return [{ tensor: 'randn', actual: vector(data.filter((_, place) => place % 4 === 0)), tolerance: exact }];
}

export function activation_checks(lab: Lab, golden: Golden): Computed[] {
  const { data } = tensor_named(golden, 'x');
  return kinds.flatMap((kind) => {
    const { value, derivative } = lab.activation(kind, data);
    return [
      { tensor: `value_${kind}`, actual: vector(value), tolerance: absolute(5e-7) },
      { tensor: `derivative_${kind}`, actual: vector(derivative), tolerance: absolute(1e-7) },
    ];
  });
}

/** Compares all tensors of the forward passes that the golden file contains. */
export function forward_checks(lab: Lab, golden: Golden, limit: number): Computed[] {
  const weights = tensors_named(golden, ['w1', 'b1', 'w2', 'b2']);
  const tolerance = absolute(limit);
  const computed = with_disposable(lab.FeedForward({ weights }), (ffn) =>
    kinds.flatMap((kind): Computed[] => {
      ffn.activation = kind;
      const { pre_activation, hidden, output } = ffn.trace(tensor_named(golden, 'x'));
      const first = kind === 'relu' ? [{ tensor: 'pre_activation', actual: pre_activation, tolerance }] : [];
      return [...first, { tensor: `hidden_${kind}`, actual: hidden, tolerance }, { tensor: `output_${kind}`, actual: output, tolerance }];
    }),
  );
  return computed.filter(({ tensor }) => tensor in golden);
}

/** Checks GPT-2's size (768 → 3072 → 768); the golden file contains only some columns of each tensor. */
export function gpt2_size_checks(lab: Lab, golden: Golden): Computed[] {
  const x = with_disposable(lab.RandomState(42), (rng) => rng.randn([10, 768]));
  const tolerance = absolute(2e-6);
  const computed = with_disposable(lab.FeedForward({ d_model: 768, d_ff: 3072, init: 'gpt2', seed: 42 }), (ffn) =>
    kinds.flatMap((kind): Computed[] => {
      ffn.activation = kind;
      const { pre_activation, hidden, output } = ffn.trace(x);
      const first = kind === 'relu' ? [{ tensor: 'pre_activation', actual: every_column(pre_activation, 384), tolerance }] : [];
      return [
        ...first,
        { tensor: `hidden_${kind}`, actual: every_column(hidden, 384), tolerance },
        { tensor: `output_${kind}`, actual: every_column(output, 96), tolerance },
      ];
    }),
  );
  return computed.filter(({ tensor }) => tensor in golden);
}

const gradient_passes = ['relu', 'gelu', 'gelu_tanh', 'silu_gated'] as const;

export function gradient_checks(lab: Lab, golden: Golden): Computed[] {
  return gradient_passes.flatMap((suffix) => {
    const gated = suffix.endsWith('_gated');
    const weights = tensors_named(golden, gated ? ['w1', 'b1', 'w_gate', 'b_gate', 'w2', 'b2'] : ['w1', 'b1', 'w2', 'b2']);
    const activation = suffix.replace('_gated', '') as ActivationKind;
    const gradients = with_disposable(lab.FeedForward({ weights, activation }), (ffn) => {
      ffn.trace(tensor_named(golden, 'x'));
      return ffn.backward(tensor_named(golden, 'grad_output'));
    });
    return Object.entries(gradients).map(([name, actual]: [string, Tensor]) => ({
      tensor: `grad_${name}_${suffix}`,
      actual,
      tolerance: relative(5e-6),
    }));
  });
}
