/** Three networks that are fitted to one curve: with the identity, that is without an activation, with ReLU and with GELU. */
import type { Dataset, Lab, Tensor, TrainingRun } from 'ffn-lab';
import { curve_limits, fit_steps, type FittedNetwork } from '../../numbers/drawn_curve.ts';
import type { State } from '../../numbers/recipe.ts';
import { transposed } from '../../numbers/tensors.ts';

type Settings = Pick<State, 'fit_curve' | 'fit_points' | 'fit_width' | 'train_seed'>;
type Runs = Readonly<Record<FittedNetwork, TrainingRun>>;

const { points, limit } = curve_limits;
const evenly_spaced = { d_in: 1, low: -limit, high: limit };
/** Inputs of a fitted curve. */
const drawn_inputs = 81;
const [d_model, lr] = [8, 0.03];

function dataset_of(lab: Lab, { fit_curve, fit_points }: Settings): Dataset {
  if (fit_points === undefined) return lab.dataset({ kind: fit_curve, n: points });
  return { inputs: lab.grid({ ...evenly_spaced, points }), targets: { data: Float32Array.from(fit_points), shape: [points, 1] } };
}

/** The networks differ in the activation only: the same initial weights and batches. */
function make_runs(lab: Lab, dataset: Dataset, { fit_width, train_seed: seed }: Settings): Runs {
  const options = { dataset, lr, seed, batch_size: points, d_model, d_ff: fit_width, shortcut: false };
  const run = (activation: FittedNetwork) => lab.TrainingRun({ ...options, activation });
  return { identity: run('identity'), relu: run('relu'), gelu: run('gelu') };
}

/** Returns a square matrix with these numbers on its diagonal. */
function diagonal(numbers: Float32Array): Tensor {
  const size = numbers.length;
  const data = new Float32Array(size * size);
  for (const [index, value] of numbers.entries()) data[index * size + index] = value;
  return { data, shape: [size, size] };
}

const layer = (weight: Tensor, bias: Tensor | undefined) => ({ weight, ...(bias && { bias }) });

/** The hidden units' activations at the inputs, and the weights with which they add up to the output. */
function hidden_of(lab: Lab, network: FittedNetwork, run: TrainingRun, inputs: Tensor) {
  const { w_in, b_in, w1, b1, w2, w_out } = run.weights();
  const { data, shape } = lab.linear(lab.linear(inputs, layer(w_in, b_in)), layer(w1, b1));
  return { hidden: { data: lab.activation(network, data).value, shape }, outgoing: lab.linear(w_out, { weight: transposed(w2) }) };
}

/** Returns what a network draws at a step: its curve, what each unit adds to it, and the constant that is the rest. */
function fit_at(lab: Lab, network: FittedNetwork, run: TrainingRun, inputs: Tensor) {
  const { b2, w_out, b_out } = run.weights();
  const { hidden, outgoing } = hidden_of(lab, network, run, inputs);
  return {
    loss: run.data_loss(),
    curve: run.predict(inputs).data,
    /** A row for each input, a column for each unit. */
    units: lab.linear(hidden, { weight: diagonal(outgoing.data) }),
    rest: b2 && lab.linear({ data: b2.data, shape: [1, b2.data.length] }, layer(w_out, b_out)).data[0],
  };
}

/** Trains the networks on the curve, and returns what they draw at every step that is shown. */
export function fit_of(lab: Lab, settings: Settings) {
  const dataset = dataset_of(lab, settings);
  const runs = make_runs(lab, dataset, settings);
  const inputs = lab.grid({ ...evenly_spaced, points: drawn_inputs });
  const at = (network: FittedNetwork) => fit_at(lab, network, runs[network], inputs);
  const frames = Array.from({ length: fit_steps.last / fit_steps.interval + 1 }, (_, frame) => {
    if (frame > 0) for (const run of Object.values(runs)) run.step(fit_steps.interval);
    return { step: runs.identity.steps, identity: at('identity'), relu: at('relu'), gelu: at('gelu') };
  });
  return { dataset, inputs, frames };
}
