import type { FeedForward, Tensor } from 'ffn-lab';
import type { Given } from '../../compute/recipe.ts';
import type { State } from '../../state/state.ts';

/**
 * The products whose sum is one element of a layer's output. A hidden activation is traced through
 * its pre-activation.
 */
export function products({ lab, example: { ffn, x, trace } }: Given, state: State) {
  const element = state.traced_element ?? { tensor: 'output.gelu', token: state.token, feature: 0 };
  const layer: 'linear1' | 'linear2' = element.tensor.startsWith('output') ? 'linear2' : 'linear1';
  const activation = element.tensor === 'output.relu' ? 'relu' : state.gelu;
  const input = layer === 'linear1' ? x : trace(activation).hidden_dropped;
  const features = layer === 'linear1' ? ffn.d_ff : ffn.d_model;
  const token = Math.min(element.token, x.data.length / ffn.d_model - 1);
  const feature = Math.min(element.feature, features - 1);
  return {
    layer,
    activation,
    token,
    feature,
    ...lab.trace_dot(ffn, input, { layer, token, feature }),
  };
}

const sizes = { d_model: 8, d_ff: 32 };

/**
 * What a network of 8 → 32 → 8 makes of five tokens of any width: the shape of its output, or the
 * error that the core reports.
 */
export function checked_width({ lab }: Given, { checked_width }: State) {
  const ffn = lab.FeedForward({ ...sizes, init: 'pytorch', seed: 42 });
  const x = lab.RandomState(42).randn([5, checked_width]);
  try {
    return { ...sizes, input: x.shape, output: ffn.forward(x).shape, error: '' };
  } catch (error) {
    return { ...sizes, input: x.shape, output: [], error: (error as Error).message };
  }
}

const configurations = [
  { d_model: 128, d_ff: 512, batch: 2, seq_len: 10 },
  { d_model: 256, d_ff: 1024, batch: 4, seq_len: 20 },
  { d_model: 512, d_ff: 2048, batch: 8, seq_len: 50 },
];

/** The shapes of inputs and outputs in three networks. */
export function dimensions({ lab }: Given) {
  const rows = configurations.map(({ d_model, d_ff, batch, seq_len }) => {
    const ffn = lab.FeedForward({ d_model, d_ff, init: 'pytorch', seed: 42 });
    const x = lab.RandomState(42).randn([batch, seq_len, d_model]);
    return { d_model, d_ff, input: x.shape, output: ffn.forward(x).shape };
  });
  return { rows };
}

/** The output of a list of layers, each applied to the result of the one before it. */
const through_layers = (lab: Given['lab'], { layers }: FeedForward, x: Tensor) =>
  layers.reduce((input, layer) => {
    if (layer.kind === 'dropout') return input; // not in training
    if (layer.kind === 'activation')
      return { data: lab.activation(layer.activation, input.data).value, shape: input.shape };
    const { weight, bias } = layer;
    return lab.linear(input, { weight, ...(bias && { bias }) });
  }, x);

/** The network as one module and as a list of layers with the same weights. */
export function two_ways({ lab, example: { ffn, x, trace } }: Given, { gelu }: State) {
  const module = trace(gelu).output;
  const sequential = through_layers(lab, ffn, x);
  return { module, sequential, difference: lab.difference(module, sequential) };
}
