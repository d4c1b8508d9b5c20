import type { ActivationKind, FeedForward, Lab, Tensor, TensorLike } from 'ffn-lab';
import type { Example, Given } from '../compute/recipe.ts';
import { column, row } from '../compute/tensors.ts';
import type { State } from '../state/state.ts';

/** An element of a tensor whose value is a sum of products, and the error whose gradient it is. */
export interface Sum {
  readonly tensor:
    | 'pre_activation'
    | 'output'
    | 'grad_hidden'
    | 'grad_pre_activation'
    | 'grad_x'
    | 'grad_w1'
    | 'grad_b1'
    | 'grad_w2'
    | 'grad_b2';
  readonly activation: ActivationKind;
  /** Indices in the tensor, whose leading dimensions are flattened into rows. */
  readonly row: number;
  readonly column: number;
  /** The element of the output whose gradient it is; undefined for the sum of all. */
  readonly error?: number | undefined;
}

/** A sum, and the parts of the state that the example network depends on. */
export interface SumState extends Pick<
  State,
  'example' | 'edits' | 'pasted' | 'fact' | 'language'
> {
  readonly sum: Sum;
}

interface Factors {
  readonly input: Float32Array;
  readonly weight: Float32Array;
  readonly bias?: number | undefined;
}

function backward(ffn: FeedForward, x: Tensor, error: number | undefined) {
  const grad_output = { data: new Float32Array(x.data.length), shape: x.shape };
  if (error === undefined) grad_output.data.fill(1);
  else grad_output.data[error] = 1;
  ffn.trace(x);
  return { ...ffn.backward(grad_output, { trace: true }), output: grad_output };
}

/** Returns the numbers whose products are added up. */
function factors_of(lab: Lab, { ffn, x, trace }: Example, sum: Sum): Factors {
  const { tensor, activation, row: i, column: j, error } = sum;
  const { w1, b1, w2, b2 } = ffn.weights();
  const { pre_activation, hidden } = trace(activation);
  if (tensor === 'pre_activation')
    return { input: row(x, i), weight: row(w1, j), bias: b1?.data[j] };
  if (tensor === 'output') return { input: row(hidden, i), weight: row(w2, j), bias: b2?.data[j] };
  const grad = backward(ffn, x, error);
  const ones = (count: number) => new Float32Array(count).fill(1);
  const tokens = x.data.length / ffn.d_model;
  switch (tensor) {
    case 'grad_hidden':
      return { input: row(grad.output, i), weight: column(w2, j) };
    case 'grad_pre_activation': {
      const z = row(pre_activation, i).slice(j, j + 1);
      const { derivative } = lab.activation(activation, z);
      return { input: row(grad.hidden, i).slice(j, j + 1), weight: derivative };
    }
    case 'grad_x':
      return { input: row(grad.pre_activation, i), weight: column(w1, j) };
    case 'grad_w1':
      return { input: column(grad.pre_activation, i), weight: column(x, j) };
    case 'grad_w2':
      return { input: column(grad.output, i), weight: column(hidden, j) };
    case 'grad_b1':
      return { input: column(grad.pre_activation, j), weight: ones(tokens) };
    case 'grad_b2':
      return { input: column(grad.output, j), weight: ones(tokens) };
  }
}

/**
 * The products whose sum is one element: that of a network with one hidden unit, which has one row
 * of factors as its weights.
 */
export function terms({ lab, example }: Given, { sum }: SumState) {
  const { input, weight, bias } = factors_of(lab, example, sum);
  const matrix = (data: Float32Array, shape: readonly number[]): TensorLike => ({ data, shape });
  const zeros = (...shape: number[]) => matrix(new Float32Array(input.length), shape);
  const weights = {
    w1: matrix(weight, [1, weight.length]),
    b1: matrix(Float32Array.of(bias ?? 0), [1]),
    w2: zeros(input.length, 1),
    b2: zeros(input.length),
  };
  const place = { layer: 'linear1', token: 0, feature: 0 } as const;
  const traced = lab.trace_dot(
    lab.FeedForward({ weights }),
    matrix(input, [1, input.length]),
    place,
  );
  return { input, weight, terms: traced.terms, bias, sum: traced.sum };
}
