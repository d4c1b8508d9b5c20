import type { Lab, Tensor } from 'ffn-lab';
import type { Example, State } from '../../numbers/recipe.ts';
import { limits_of, transposed } from '../../numbers/tensors.ts';
import { fit_of } from './fitting.ts';
import { guess_x_range, just_above_zero, ranges, sample_points, samples } from './points.ts';

/** The activations and their derivatives at x. */
function curves_at(lab: Lab, x: Float32Array) {
  return {
    x,
    relu: lab.activation('relu', x),
    gelu: lab.activation('gelu', x),
    gelu_sigmoid: lab.activation('gelu_sigmoid', x),
    gelu_tanh: lab.activation('gelu_tanh', x),
  };
}

/** The exact GELU minus its approximations, in double precision: differences of float32 values would be mostly rounding errors. */
function differences_at(lab: Lab, points: { readonly low: number; readonly high: number; readonly points: number }) {
  return {
    gelu_tanh: lab.activation_difference('gelu', 'gelu_tanh', points),
    gelu_sigmoid: lab.activation_difference('gelu', 'gelu_sigmoid', points),
  };
}

/** The activations over the range of the plots. */
export function curves(lab: Lab, _example: Example, { zoom }: State) {
  const [low, high] = zoom ? ranges.zoom : ranges.full;
  return { ...curves_at(lab, sample_points([low, high])), differences: differences_at(lab, { low, high, points: samples + 1 }) };
}

/** The activations at the cursor. */
export function at_cursor(lab: Lab, _example: Example, { x }: State) {
  // activation_difference takes at least two points, of which only the first is used.
  return { ...curves_at(lab, Float32Array.of(x)), differences: differences_at(lab, { low: x, high: x + 1, points: 2 }) };
}

/** Where an approximation is farthest from the exact GELU, and its signed differences at −x and x. */
function farthest(lab: Lab, approximation: 'gelu_tanh' | 'gelu_sigmoid') {
  const { x, y } = lab.largest_difference('gelu', approximation).value;
  return { x, y, peaks: lab.activation_difference('gelu', approximation, { low: -x, high: x, points: 2 }) };
}

/** Extrema of GELU, the kink of ReLU and the largest errors of the approximations. */
export function landmarks(lab: Lab) {
  const gelu = lab.activation_landmarks('gelu');
  const kink = Float32Array.of(0, just_above_zero);
  return {
    gelu,
    gelu_tanh: lab.activation_landmarks('gelu_tanh'),
    kink: { x: kink, ...lab.activation('relu', kink) },
    at_minimum: lab.activation('gelu', [gelu.minimum.x]),
    at_steepest: lab.activation('gelu', [gelu.derivative_maximum.x]),
    farthest: { gelu_tanh: farthest(lab, 'gelu_tanh'), gelu_sigmoid: farthest(lab, 'gelu_sigmoid') },
  };
}

/** ReLU and GELU over the range of the guess. */
export function guess_curves(lab: Lab) {
  const x = sample_points(guess_x_range);
  return { x, relu: lab.activation('relu', x), gelu: lab.activation('gelu', x) };
}

/** The network without its activation: its outputs, and those of the single matrix W2·W1. */
export function without_activation(lab: Lab, { ffn, x, trace }: Example) {
  const { w1, w2, ...biases } = ffn.weights();
  const { b1 = { data: new Float32Array(ffn.d_ff), shape: [ffn.d_ff] }, b2 } = biases;
  const second = { weight: w2, ...(b2 && { bias: b2 }) };
  const two = lab.linear(lab.linear(x, { weight: w1, bias: b1 }), second);
  // lab.linear multiplies by the transposed weight.
  const matrix = lab.linear(w2, { weight: transposed(w1) });
  const one = lab.linear(x, { weight: matrix, bias: lab.linear(b1, second) });
  return { matrix, limits: limits_of(lab, matrix), two, one, gelu: trace('gelu').output, difference: lab.difference(two, one) };
}

/** The user's guess of GELU's derivative: the derivative at the guessed points, and the mean absolute error of the guess. */
export function guess(lab: Lab, _example: Example, { slope_guess: { x, y } }: State) {
  const { derivative } = lab.activation('gelu', x);
  const row = (data: Float32Array): Tensor => ({ data, shape: [x.length] });
  return { derivative, error: lab.mean_absolute_difference(row(Float32Array.from(y)), row(derivative)) };
}

/** Three networks, without an activation, with ReLU and with GELU, fitted to the curve that the reader has chosen or drawn. */
export function fit(lab: Lab, _example: Example, state: State) {
  return fit_of(lab, state);
}
