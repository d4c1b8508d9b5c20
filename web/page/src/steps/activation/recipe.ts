import type { Dataset, Lab, Tensor, TensorLike, TrainingRun } from 'ffn-lab';
import { curve_limits, fit_steps, type FittedNetwork } from './drawn_curve.ts';
import type { Given } from '../../compute/recipe.ts';
import type { State } from '../../state/state.ts';
import { limits_of, transposed } from '../../compute/tensors.ts';
import {
  approximate_kinds,
  curve_kinds,
  type ApproximateKind,
  type CurveKind,
} from '../../words/curve_kinds.ts';
import {
  guess_x_range,
  just_above_zero,
  ranges,
  sample_points,
  samples,
  seven_values,
} from './points.ts';

/** Returns the results of `work` by name. */
const of_each = <Name extends string, Result>(
  names: readonly Name[],
  work: (name: Name) => Result,
) => Object.fromEntries(names.map((name) => [name, work(name)])) as Record<Name, Result>;

const curves_at = <Kind extends CurveKind>(lab: Lab, kinds: readonly Kind[], x: Float32Array) => ({
  x,
  ...of_each(kinds, (kind) => lab.activation(kind, x)),
});

/**
 * The exact GELU minus its approximations, in double precision: differences of float32 values would
 * be mostly rounding errors.
 */
const differences_at = (
  lab: Lab,
  points: { readonly low: number; readonly high: number; readonly points: number },
) => of_each(approximate_kinds, (kind) => lab.activation_difference('gelu', kind, points));

/** The activations over the range of the plots. */
export function curves({ lab }: Given, { zoom }: State) {
  const [low, high] = zoom ? ranges.zoom : ranges.full;
  return {
    ...curves_at(lab, curve_kinds, sample_points([low, high])),
    differences: differences_at(lab, { low, high, points: samples + 1 }),
  };
}

export function at_cursor({ lab }: Given, { x }: State) {
  // activation_difference takes at least two points; only the first is used here.
  return {
    ...curves_at(lab, curve_kinds, Float32Array.of(x)),
    differences: differences_at(lab, { low: x, high: x + 1, points: 2 }),
  };
}

/** GELU and ReLU at the seven values of the source texts, and GELU minus ReLU. */
export function seven({ lab }: Given) {
  const difference_at = (x: number) =>
    lab.activation_difference('gelu', 'relu', { low: x, high: x + 1, points: 2 }).value[0] ?? NaN;
  return {
    ...curves_at(lab, ['gelu', 'relu'], Float32Array.from(seven_values)),
    differences: seven_values.map(difference_at),
  };
}

/**
 * Where an approximation is farthest from the exact GELU, and its signed differences at −x and x.
 */
function farthest(lab: Lab, approximation: ApproximateKind) {
  const { x, y } = lab.largest_difference('gelu', approximation).value;
  return {
    x,
    y,
    peaks: lab.activation_difference('gelu', approximation, { low: -x, high: x, points: 2 }),
  };
}

/** Extrema of GELU, the kink of ReLU and the largest errors of the approximations. */
export function landmarks({ lab }: Given) {
  const gelu = lab.activation_landmarks('gelu');
  const kink = Float32Array.of(0, just_above_zero);
  return {
    gelu,
    gelu_tanh: lab.activation_landmarks('gelu_tanh'),
    kink: { x: kink, ...lab.activation('relu', kink) },
    at_minimum: lab.activation('gelu', [gelu.minimum.x]),
    at_steepest: lab.activation('gelu', [gelu.derivative_maximum.x]),
    farthest: of_each(approximate_kinds, (kind) => farthest(lab, kind)),
  };
}

export function guess_curves({ lab }: Given) {
  return curves_at(lab, ['relu', 'gelu'], sample_points(guess_x_range));
}

const layer = (weight: Tensor, bias: Tensor | undefined) => ({ weight, ...(bias && { bias }) });

/** The network without its activation: its outputs, and the outputs of the single matrix W2·W1. */
export function without_activation({ lab, example: { ffn, x, trace } }: Given) {
  const { w1, w2, ...biases } = ffn.weights();
  const { b1 = { data: new Float32Array(ffn.d_ff), shape: [ffn.d_ff] }, b2 } = biases;
  const second = layer(w2, b2);
  const two = lab.linear(lab.linear(x, { weight: w1, bias: b1 }), second);
  // lab.linear multiplies by the transposed weight.
  const matrix = lab.linear(w2, { weight: transposed(w1) });
  const one = lab.linear(x, { weight: matrix, bias: lab.linear(b1, second) });
  return {
    matrix,
    limits: limits_of(lab, matrix),
    two,
    one,
    gelu: trace('gelu').output,
    difference: lab.difference(two, one),
  };
}

/**
 * The user's guess of GELU's derivative: the derivative at the guessed points, and the mean
 * absolute error of the guess.
 */
export function guess({ lab }: Given, { slope_guess: { x, y } }: State) {
  const { derivative } = lab.activation('gelu', x);
  const row = (data: Float32Array): TensorLike => ({ data, shape: [x.length] });
  return {
    derivative,
    error: lab.mean_absolute_difference(row(Float32Array.from(y)), row(derivative)),
  };
}

type Settings = Pick<State, 'fit_curve' | 'fit_points' | 'fit_width' | 'train_seed'>;

/** Inputs of a fitted curve. */
const drawn_inputs = 81;

const grid = (lab: Lab, points: number) =>
  lab.grid({ d_in: 1, low: -curve_limits.limit, high: curve_limits.limit, points });

function dataset_of(lab: Lab, { fit_curve, fit_points }: Settings): Dataset {
  const { points } = curve_limits;
  if (fit_points === undefined) return lab.dataset({ kind: fit_curve, n: points });
  return {
    inputs: grid(lab, points),
    targets: { data: Float32Array.from(fit_points), shape: [points, 1] },
  };
}

/** The networks differ in the activation only: the same initial weights and batches. */
function make_runs(lab: Lab, dataset: Dataset, { fit_width, train_seed: seed }: Settings) {
  const options = {
    dataset,
    lr: 0.03,
    seed,
    batch_size: curve_limits.points,
    d_model: 8,
    d_ff: fit_width,
    shortcut: false,
  };
  const run = (activation: FittedNetwork) => lab.TrainingRun({ ...options, activation });
  return { identity: run('identity'), relu: run('relu'), gelu: run('gelu') };
}

function diagonal(numbers: Float32Array): Tensor {
  const size = numbers.length;
  const data = new Float32Array(size * size);
  for (const [index, value] of numbers.entries()) data[index * size + index] = value;
  return { data, shape: [size, size] };
}

/**
 * The hidden units' activations at the inputs, and the weights with which they add up to the
 * output.
 */
function hidden_of(lab: Lab, network: FittedNetwork, run: TrainingRun, inputs: Tensor) {
  const { w_in, b_in, w1, b1, w2, w_out } = run.weights();
  const { data, shape } = lab.linear(lab.linear(inputs, layer(w_in, b_in)), layer(w1, b1));
  return {
    hidden: { data: lab.activation(network, data).value, shape },
    outgoing: lab.linear(w_out, { weight: transposed(w2) }),
  };
}

/**
 * Returns what a network draws at a step: its curve, what each unit adds to it, and the remaining
 * constant.
 */
function fit_at(lab: Lab, network: FittedNetwork, run: TrainingRun, inputs: Tensor) {
  const { b2, w_out, b_out } = run.weights();
  const { hidden, outgoing } = hidden_of(lab, network, run, inputs);
  return {
    loss: run.data_loss(),
    curve: run.predict(inputs).data,
    /** A row for each input, a column for each unit. */
    units: lab.linear(hidden, { weight: diagonal(outgoing.data) }),
    rest:
      b2 && lab.linear({ data: b2.data, shape: [1, b2.data.length] }, layer(w_out, b_out)).data[0],
  };
}

/**
 * Fits networks without an activation, with ReLU and with GELU to the reader's curve; returns what
 * they draw at every step that is shown.
 */
export function fit({ lab }: Given, settings: Settings) {
  const dataset = dataset_of(lab, settings);
  const runs = make_runs(lab, dataset, settings);
  const inputs = grid(lab, drawn_inputs);
  const at = (network: FittedNetwork) => fit_at(lab, network, runs[network], inputs);
  const frames = Array.from({ length: fit_steps.last / fit_steps.interval + 1 }, (_, frame) => {
    if (frame > 0) for (const run of Object.values(runs)) run.step(fit_steps.interval);
    return {
      step: runs.identity.steps,
      identity: at('identity'),
      relu: at('relu'),
      gelu: at('gelu'),
    };
  });
  return { dataset, inputs, frames };
}
