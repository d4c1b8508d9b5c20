import type { ActivationKind, Lab, Tensor } from 'ffn-lab';
import { window_at } from '../../numbers/feature_window.ts';
import type { FeatureWindow } from '../../numbers/feature_window.ts';
import type { Example, State } from '../../numbers/recipe.ts';
import { width_of } from '../../numbers/tensor_names.ts';
import { gradients_of, limits_of } from './gradients.ts';
import type { Branch } from './gradients.ts';

/** The gradients with respect to the tensors of the forward pass. */
export function gradients(lab: Lab, example: Example, state: State) {
  const { token, feature, grad_output, gelu, relu } = gradients_of(example, state);
  const { d_model, d_ff } = example.ffn;
  return {
    token,
    feature,
    d_model,
    d_ff,
    grad_output,
    grad_hidden: gelu.hidden,
    grad_pre_activation: { gelu: gelu.pre_activation, relu: relu.pre_activation },
    grad_x: { gelu: gelu.x, relu: relu.x },
    limits: {
      grad_output: limits_of(lab, grad_output),
      grad_hidden: limits_of(lab, gelu.hidden),
      grad_pre_activation: limits_of(lab, gelu.pre_activation, relu.pre_activation),
      grad_x: limits_of(lab, gelu.x, relu.x),
    },
  };
}

/** Returns the given rows and columns of a matrix. */
function part_of({ data, shape }: Tensor, [top, bottom]: FeatureWindow, [left, right]: FeatureWindow): Tensor {
  const columns = shape[1] ?? 0;
  const [rows, width] = [bottom - top, right - left];
  const part = new Float32Array(rows * width);
  for (let row = 0; row < rows; row++) part.set(data.subarray((top + row) * columns + left, (top + row) * columns + right), row * width);
  return { data: part, shape: [rows, width] };
}

const elements_of = ({ data }: Tensor, [from, to]: FeatureWindow): Tensor => ({ data: data.slice(from, to), shape: [to - from] });

/** The gradients with respect to the weights: the rows and columns in the window. */
export function weight_gradients(lab: Lab, example: Example, state: State) {
  const { token, feature, gelu, relu } = gradients_of(example, state);
  const { d_model, d_ff } = example.ffn;
  const features = window_at(state.window_start.d_model, d_model);
  const units = window_at(state.window_start.d_ff, d_ff);
  return {
    token,
    feature,
    d_model,
    d_ff,
    features,
    units,
    grad_w1: { gelu: part_of(gelu.w1, units, features), relu: part_of(relu.w1, units, features) },
    grad_b1: { gelu: elements_of(gelu.b1, units), relu: elements_of(relu.b1, units) },
    grad_w2: { gelu: part_of(gelu.w2, features, units), relu: part_of(relu.w2, features, units) },
    grad_b2: { gelu: elements_of(gelu.b2, features), relu: elements_of(relu.b2, features) },
    limits: {
      grad_w1: limits_of(lab, gelu.w1, relu.w1),
      grad_b1: limits_of(lab, gelu.b1, relu.b1),
      grad_w2: limits_of(lab, gelu.w2, relu.w2),
      grad_b2: limits_of(lab, gelu.b2, relu.b2),
    },
  };
}

function dead_units(lab: Lab, { trace }: Example, activation: ActivationKind) {
  const { dead, units } = lab.dead_units(trace(activation), { activation });
  return { dead, count: dead.length, units };
}

/** The hidden units that no gradient passes: their activation has the slope 0 for every token. */
export function blocked(lab: Lab, example: Example, { gelu }: State) {
  return { gelu: dead_units(lab, example, gelu), relu: dead_units(lab, example, 'relu') };
}

function column({ data, shape }: Tensor, at: number): Float32Array {
  const width = shape.at(-1) ?? 1;
  return data.filter((_, index) => index % width === at);
}

/** The way of the gradient through one hidden unit: the pinned one, or else the first that ReLU blocks. */
export function unit_path(lab: Lab, example: Example, state: State) {
  const { pinned, window_start, gelu: gelu_kind } = state;
  const { d_model, d_ff } = example.ffn;
  const chosen = pinned && width_of(pinned.tensor) === 'd_ff' ? pinned.feature : dead_units(lab, example, 'relu').dead[0];
  const unit = Math.min(chosen ?? 0, d_ff - 1);
  const [from, to] = window_at(window_start.d_model, d_model);
  const found = gradients_of(example, state);
  const { token, gelu, relu } = found;
  const pre_activation = column(example.trace(gelu_kind).pre_activation, unit);
  const through = (branch: Branch, activation: ActivationKind) => {
    const gradients = found[branch];
    const row = gradients.w1.data.slice(unit * d_model, (unit + 1) * d_model);
    return {
      slope: lab.activation(activation, pre_activation).derivative,
      grad_pre_activation: gradients.pre_activation.data[token * d_ff + unit] ?? NaN,
      grad_w1: row.slice(from, to),
      zeros: lab.sparsity({ data: row, shape: [d_model] }).zero,
      grad_b1: gradients.b1.data[unit] ?? NaN,
    };
  };
  return {
    unit,
    token,
    d_model,
    d_ff,
    shape: example.x.shape,
    first_feature: from,
    pre_activation,
    grad_hidden: gelu.hidden.data[token * d_ff + unit] ?? NaN,
    gelu: through('gelu', gelu_kind),
    relu: through('relu', 'relu'),
    limits: limits_of(lab, gelu.w1, relu.w1),
  };
}

/** Sizes of a stack of Transformer blocks that is small enough to be computed again for a slider. */
const stack = { d_model: 32, n_heads: 4, activation: 'gelu', init: 'pytorch', seed: 42 } as const;

/** The gradient of each block of a stack, with and without shortcuts. */
export function by_depth(lab: Lab, _: Example, { depth: n_layers, depth_norm: norm }: State) {
  const { d_model, n_heads, seed } = stack;
  const tokens = 8;
  // Not the seed of the stack: its weights would begin with the same random numbers.
  const rng = lab.RandomState(43);
  const x = rng.randn([tokens, d_model]);
  const grad_output = rng.randn([tokens, d_model]);
  const sizes_of = (shortcuts: boolean) => {
    const { parameter_gradients } = lab.BlockStack({ ...stack, n_layers, norm, shortcuts }).gradient_by_depth(x, grad_output);
    return parameter_gradients.map(({ rms }) => rms);
  };
  return { d_model, n_heads, tokens, seed, with_shortcuts: sizes_of(true), without_shortcuts: sizes_of(false) };
}
