import type { Tensor } from 'ffn-lab';
import type { Example, Given } from '../../compute/recipe.ts';
import type { State } from '../../state/state.ts';
import { width_of } from '../../state/tensor_names.ts';

const bins = 48;

/**
 * Returns the results of a function for the tensors before the activation and after each
 * activation.
 */
function of_each<Result>({ trace }: Example, { gelu }: State, result: (tensor: Tensor) => Result) {
  const { pre_activation, hidden } = trace(gelu);
  return {
    pre_activation: result(pre_activation),
    hidden_gelu: result(hidden),
    hidden_relu: result(trace('relu').hidden),
  };
}

/** Returns the elements at some indices. */
function select({ data }: Tensor, indices: readonly number[]): Tensor {
  return {
    data: Float32Array.from(indices, (index) => data[index] ?? NaN),
    shape: [indices.length],
  };
}

/**
 * Histograms before and after the activation: of all elements, and of those whose pre-activation is
 * in the chosen interval.
 */
export function histograms({ lab, example }: Given, state: State) {
  const { pre_activation } = example.trace(state.gelu);
  // All histograms have the range of the pre-activations, so that they can be compared.
  const before = lab.histogram(pre_activation, { bins, range: 'edge_at_zero' });
  const range = [before.edges[0] ?? NaN, before.edges[bins] ?? NaN] as const;
  const [low, high] = state.brush ?? [Infinity, -Infinity];
  const chosen = [...pre_activation.data.keys()].filter((index) => {
    const z = pre_activation.data[index] ?? NaN;
    return z >= low && z <= high;
  });
  const histogram = (tensor: Tensor) => lab.histogram(tensor, { bins, range });
  return {
    range,
    all: {
      count: pre_activation.data.length,
      ...of_each(example, state, (tensor) =>
        tensor === pre_activation ? before : histogram(tensor),
      ),
    },
    followed: {
      count: chosen.length,
      ...of_each(example, state, (tensor) => histogram(select(tensor, chosen))),
    },
  };
}

/**
 * Shares of the hidden activations that are exactly zero, not positive, or smaller than a
 * threshold.
 */
export function sparsity({ lab, example: { trace } }: Given, { gelu, threshold }: State) {
  return {
    gelu: lab.sparsity(trace(gelu).hidden, { threshold }),
    relu: lab.sparsity(trace('relu').hidden, { threshold }),
  };
}

/** The highlighted hidden unit, before the activation and after each activation. */
export function attended_unit({ example }: Given, state: State) {
  const { attended } = state;
  if (attended === undefined || width_of(attended.tensor) !== 'd_ff') return undefined;
  const index = attended.token * example.ffn.d_ff + attended.feature;
  return of_each(example, state, ({ data }) => data[index]);
}

/** One input and its outputs with GELU and with ReLU, in a network of 128 → 512 → 128. */
export function impact({ lab }: Given) {
  const ffn = lab.FeedForward({ d_model: 128, d_ff: 512, init: 'pytorch', seed: 42 });
  const x = lab.RandomState(42).randn([1, 10, 128]);
  ffn.activation = 'gelu';
  const gelu = ffn.forward(x);
  ffn.activation = 'relu';
  const relu = ffn.forward(x);
  return {
    d_model: ffn.d_model,
    d_ff: ffn.d_ff,
    x: lab.summarize(x),
    gelu: lab.summarize(gelu),
    relu: lab.summarize(relu),
    mean_absolute_difference: lab.mean_absolute_difference(gelu, relu),
  };
}
