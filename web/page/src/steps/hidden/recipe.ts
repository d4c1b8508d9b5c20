import type { Lab, Tensor } from 'ffn-lab';
import { notebook_batch } from '../../numbers/examples.ts';
import type { Example, State } from '../../numbers/recipe.ts';
import { width_of } from '../../numbers/tensor_names.ts';

const bins = 48;

/** Elements before the activation and after each. */
interface Hidden {
  readonly pre_activation: Tensor;
  readonly hidden_gelu: Tensor;
  readonly hidden_relu: Tensor;
}

/** Returns one histogram for each tensor. */
function histogram_each(lab: Lab, { pre_activation, hidden_gelu, hidden_relu }: Hidden, range: readonly [low: number, high: number]) {
  return {
    count: pre_activation.data.length,
    pre_activation: lab.histogram(pre_activation, { bins, range }),
    hidden_gelu: lab.histogram(hidden_gelu, { bins, range }),
    hidden_relu: lab.histogram(hidden_relu, { bins, range }),
  };
}

/** Returns the elements at some indices. */
function select({ data }: Tensor, indices: readonly number[]): Tensor {
  return { data: Float32Array.from(indices, (index) => data[index] ?? NaN), shape: [indices.length] };
}

/** Histograms before and after the activation: of all elements, and of those whose pre-activation is in the chosen interval. */
export function histograms(lab: Lab, { trace }: Example, { gelu, brush }: State) {
  const { pre_activation, hidden: hidden_gelu } = trace(gelu);
  const { hidden: hidden_relu } = trace('relu');
  const all = { pre_activation, hidden_gelu, hidden_relu };
  // All histograms have the range of the pre-activations, so that they can be compared.
  const { edges } = lab.histogram(pre_activation, { bins });
  const range = [edges[0] ?? 0, edges[bins] ?? 1] as const;
  const [low, high] = brush ?? [Infinity, -Infinity];
  const chosen = [...pre_activation.data.keys()].filter((index) => {
    const z = pre_activation.data[index] ?? NaN;
    return z >= low && z <= high;
  });
  const followed = {
    pre_activation: select(pre_activation, chosen),
    hidden_gelu: select(hidden_gelu, chosen),
    hidden_relu: select(hidden_relu, chosen),
  };
  return { range, all: histogram_each(lab, all, range), followed: histogram_each(lab, followed, range) };
}

/** Shares of the hidden activations that are exactly zero, not positive, or smaller than a threshold. */
export function sparsity(lab: Lab, { trace }: Example, { gelu, threshold }: State) {
  return { gelu: lab.sparsity(trace(gelu).hidden, { threshold }), relu: lab.sparsity(trace('relu').hidden, { threshold }) };
}

/** The highlighted hidden unit, before the activation and after each. */
export function attended_unit(_: Lab, example: Example, { gelu, attended }: State) {
  if (attended === undefined || width_of(attended.tensor) !== 'd_ff') return undefined;
  const { pre_activation, hidden } = example.trace(gelu);
  const index = attended.token * example.ffn.d_ff + attended.feature;
  return {
    pre_activation: pre_activation.data[index],
    hidden_gelu: hidden.data[index],
    hidden_relu: example.trace('relu').hidden.data[index],
  };
}

/** For the question: the shares of exact zeros in the example of 2 × 5 tokens. */
export function zero_shares(lab: Lab) {
  const { ffn, x } = notebook_batch(lab);
  ffn.activation = 'gelu';
  const gelu = lab.sparsity(ffn.trace(x).hidden);
  ffn.activation = 'relu';
  const relu = lab.sparsity(ffn.trace(x).hidden);
  return { gelu: gelu.zero_share, relu: relu.zero_share };
}
