/**
 * The gradients of sum(y · grad) in float64, at the checked tokens and hidden units: what the
 * gradients of every engine are compared with.
 */
import type { RaceWeights, Work } from '../engines/engine.ts';
import { checked_places, erf, exact_activation } from './reference.ts';

/** Values of a tensor: `values[i]` is its element `start + i * step`. */
export interface Slice {
  readonly tensor: 'x' | keyof RaceWeights;
  readonly start: number;
  readonly step: number;
  readonly values: Float64Array;
}

/** The derivative of exact GELU: Φ(x) + x φ(x). */
export const gelu_derivative = (x: number): number =>
  0.5 * (1 + erf(x * Math.SQRT1_2)) + (x * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);

type Numbers = ArrayLike<number>;

/** Dot product of `count` elements, each pair of which is at a start and a step. */
function dot(
  count: number,
  left: Numbers,
  [left_at, left_step]: readonly [number, number],
  right: Numbers,
  [right_at, right_step]: readonly [number, number],
): number {
  let sum = 0;
  for (let i = 0; i < count; i++)
    sum += (left[left_at + i * left_step] as number) * (right[right_at + i * right_step] as number);
  return sum;
}

const filled = (length: number, value: (index: number) => number) =>
  Float64Array.from({ length }, (_, index) => value(index));

/** Returns the expected values of a work with exact GELU. @throws RangeError for another one */
export function reference_gradients(
  { tokens, d_model, d_ff, activation }: Work,
  { w1, b1, w2 }: RaceWeights,
  x: Float32Array,
  grad: Float32Array,
): Slice[] {
  if (activation !== 'gelu') throw new RangeError(`no derivative of ${activation} in float64`);
  const pre = (token: number, unit: number) =>
    (b1[unit] as number) + dot(d_model, x, [token * d_model, 1], w1, [unit * d_model, 1]);
  const grad_pre = (token: number, unit: number) =>
    dot(d_model, grad, [token * d_model, 1], w2, [unit, d_ff]) * gelu_derivative(pre(token, unit));
  const of_tokens = checked_places(tokens).map((token): Slice => {
    const of_units = filled(d_ff, (unit) => grad_pre(token, unit));
    const values = filled(d_model, (i) => dot(d_ff, of_units, [0, 1], w1, [i, d_model]));
    return { tensor: 'x', start: token * d_model, step: 1, values };
  });
  const of_units = checked_places(d_ff).flatMap((unit): Slice[] => {
    const grads = filled(tokens, (token) => grad_pre(token, unit));
    const hidden = filled(tokens, (token) => exact_activation.gelu(pre(token, unit)));
    const over_tokens = (numbers: Numbers, of: Numbers) =>
      filled(d_model, (i) => dot(tokens, numbers, [0, 1], of, [i, d_model]));
    const sum = filled(1, () => grads.reduce((total, value) => total + value, 0));
    return [
      { tensor: 'w1', start: unit * d_model, step: 1, values: over_tokens(grads, x) },
      { tensor: 'b1', start: unit, step: 1, values: sum },
      { tensor: 'w2', start: unit, step: d_ff, values: over_tokens(hidden, grad) },
    ];
  });
  const ones = filled(tokens, () => 1);
  const b2 = filled(d_model, (i) => dot(tokens, ones, [0, 1], grad, [i, d_model]));
  return [...of_tokens, ...of_units, { tensor: 'b2', start: 0, step: 1, values: b2 }];
}

/**
 * Largest difference of the gradients from the expected ones, each relative to the largest expected
 * value of its tensor; NaN where a gradient is.
 */
export function largest_gradient_error(
  { tokens, d_model, d_ff }: Work,
  expected: readonly Slice[],
  gradients: Readonly<Record<string, Float32Array>>,
): number {
  const matrix = d_model * d_ff;
  const lengths = { x: tokens * d_model, w1: matrix, b1: d_ff, w2: matrix, b2: d_model };
  const [errors, sizes] = [new Map<string, number>(), new Map<string, number>()];
  for (const { tensor, start, step, values } of expected) {
    const found = gradients[tensor];
    if (found?.length !== lengths[tensor])
      throw new RangeError(`${found?.length ?? 'no'} gradients of ${tensor}`);
    for (const [index, value] of values.entries()) {
      const error = Math.abs((found[start + index * step] as number) - value);
      if (Number.isNaN(error)) return NaN;
      errors.set(tensor, Math.max(errors.get(tensor) ?? 0, error));
      sizes.set(tensor, Math.max(sizes.get(tensor) ?? 0, Math.abs(value)));
    }
  }
  return Math.max(...[...errors].map(([tensor, error]) => error / (sizes.get(tensor) ?? NaN)));
}
