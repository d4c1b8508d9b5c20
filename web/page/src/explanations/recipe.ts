import type { ActivationKind, FeedForward, Lab, Tensor, TensorLike } from 'ffn-lab';
import type { Example, Given } from '../compute/recipe.ts';
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

const width_of = ({ shape }: Tensor) => shape.at(-1) ?? 1;

function row({ data, shape }: Tensor, at: number): Float32Array {
  const width = shape.at(-1) ?? 1;
  return data.slice(at * width, (at + 1) * width);
}

const column = (tensor: Tensor, at: number): Float32Array =>
  tensor.data.filter((_, index) => index % width_of(tensor) === at);

interface Factors {
  readonly left: Float32Array;
  readonly right: Float32Array;
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
  if (tensor === 'pre_activation') return { left: row(x, i), right: row(w1, j), bias: b1?.data[j] };
  if (tensor === 'output') return { left: row(hidden, i), right: row(w2, j), bias: b2?.data[j] };
  const grad = backward(ffn, x, error);
  const ones = (count: number) => new Float32Array(count).fill(1);
  const tokens = x.data.length / ffn.d_model;
  switch (tensor) {
    case 'grad_hidden':
      return { left: row(grad.output, i), right: column(w2, j) };
    case 'grad_pre_activation': {
      const z = row(pre_activation, i).slice(j, j + 1);
      const { derivative } = lab.activation(activation, z);
      return { left: row(grad.hidden, i).slice(j, j + 1), right: derivative };
    }
    case 'grad_x':
      return { left: row(grad.pre_activation, i), right: column(w1, j) };
    case 'grad_w1':
      return { left: column(grad.pre_activation, i), right: column(x, j) };
    case 'grad_w2':
      return { left: column(grad.output, i), right: column(hidden, j) };
    case 'grad_b1':
      return { left: column(grad.pre_activation, j), right: ones(tokens) };
    case 'grad_b2':
      return { left: column(grad.output, j), right: ones(tokens) };
  }
}

/**
 * The products whose sum is one element: that of a network with one hidden unit, which has the
 * right factors as its weights.
 */
export function terms({ lab, example }: Given, { sum }: SumState) {
  const { left, right, bias } = factors_of(lab, example, sum);
  const count = left.length;
  const matrix = (data: Float32Array, shape: readonly number[]): TensorLike => ({ data, shape });
  const unit = lab.FeedForward({
    weights: {
      w1: matrix(right, [1, count]),
      b1: matrix(Float32Array.of(bias ?? 0), [1]),
      w2: matrix(new Float32Array(count), [count, 1]),
      b2: matrix(new Float32Array(count), [count]),
    },
  });
  const place = { layer: 'linear1', token: 0, feature: 0 } as const;
  const traced = lab.trace_dot(unit, matrix(left, [1, count]), place);
  return {
    count,
    left,
    right,
    terms: traced.terms,
    bias,
    sum: traced.sum,
  };
}
