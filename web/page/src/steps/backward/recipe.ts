import type { ActivationKind, FeedForward, Lab, Tensor } from 'ffn-lab';
import { window_at, width_of, type FeatureWindow } from '../../state/tensor_names.ts';
import type { Example, Given } from '../../compute/recipe.ts';
import type { State } from '../../state/state.ts';
import { column, limits_of, part_of } from '../../compute/tensors.ts';

/**
 * Returns the function with a cache of its last result, which is reused while the arguments stay
 * the same: recipes of one message share it.
 */
function keep_newest<Arguments extends readonly unknown[], Result>(
  work: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  let newest: { readonly given: Arguments; readonly result: Result } | undefined;
  return (...given) => {
    if (!newest?.given.every((value, index) => value === given[index]))
      newest = { given, result: work(...given) };
    return newest.result;
  };
}

/** The activations whose gradients are compared. */
export type Branch = 'gelu' | 'relu';

const none: Tensor = { data: new Float32Array(), shape: [0] };

function backward(ffn: FeedForward, x: Tensor, activation: ActivationKind, grad_output: Tensor) {
  ffn.activation = activation;
  ffn.trace(x);
  const { b1 = none, b2 = none, ...gradients } = ffn.backward(grad_output, { trace: true });
  return { ...gradients, b1, b2 };
}

const compute = keep_newest(
  (
    ffn: FeedForward,
    x: Tensor,
    gelu: ActivationKind,
    loss: State['loss'],
    token: number,
    feature: number,
  ) => {
    // 1 for each element of the output that the loss includes.
    const grad_output = { data: new Float32Array(x.data.length), shape: x.shape };
    if (loss === 'sum') grad_output.data.fill(1);
    else grad_output.data[token * ffn.d_model + feature] = 1;
    const of = (activation: ActivationKind) => backward(ffn, x, activation, grad_output);
    return {
      place: { token, feature, d_model: ffn.d_model, d_ff: ffn.d_ff },
      grad_output,
      gelu: of(gelu),
      relu: of('relu'),
    };
  },
);

/** Returns the gradients of one element of the output, or of the sum of all. */
function gradients_of({ ffn, x }: Example, state: State) {
  const token = Math.min(state.token, x.data.length / ffn.d_model - 1);
  const feature = Math.min(state.feature, ffn.d_model - 1);
  return compute(ffn, x, state.gelu, state.loss, token, feature);
}

/** The gradients with respect to the tensors of the forward pass. */
export function gradients({ lab, example }: Given, state: State) {
  const { place, grad_output, gelu, relu } = gradients_of(example, state);
  return {
    ...place,
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

const elements_of = ({ data }: Tensor, [from, to]: FeatureWindow): Tensor => ({
  data: data.slice(from, to),
  shape: [to - from],
});

/** The gradients with respect to the weights: the rows and columns in the window. */
export function weight_gradients({ lab, example }: Given, state: State) {
  const { place, gelu, relu } = gradients_of(example, state);
  const features = window_at(state.window_start.d_model, place.d_model);
  const units = window_at(state.window_start.d_ff, place.d_ff);
  const limits = (name: 'w1' | 'b1' | 'w2' | 'b2') => limits_of(lab, gelu[name], relu[name]);
  return {
    ...place,
    features,
    units,
    grad_w1: { gelu: part_of(gelu.w1, units, features), relu: part_of(relu.w1, units, features) },
    grad_b1: { gelu: elements_of(gelu.b1, units), relu: elements_of(relu.b1, units) },
    grad_w2: { gelu: part_of(gelu.w2, features, units), relu: part_of(relu.w2, features, units) },
    grad_b2: { gelu: elements_of(gelu.b2, features), relu: elements_of(relu.b2, features) },
    limits: {
      grad_w1: limits('w1'),
      grad_b1: limits('b1'),
      grad_w2: limits('w2'),
      grad_b2: limits('b2'),
    },
  };
}

function dead_units(lab: Lab, { trace }: Example, activation: ActivationKind) {
  const { dead, units } = lab.dead_units(trace(activation), { activation });
  return { dead, count: dead.length, units };
}

/** The hidden units that no gradient passes: their activation has the slope 0 for every token. */
export function blocked({ lab, example }: Given, { gelu }: State) {
  return { gelu: dead_units(lab, example, gelu), relu: dead_units(lab, example, 'relu') };
}

export function gelu_slopes({ lab }: Given, { gelu }: State) {
  const { minimum, derivative_minimum } = lab.activation_landmarks(gelu);
  return { at_zero: lab.activation(gelu, [0]).derivative, minimum, derivative_minimum };
}

/**
 * The gradient's path through one hidden unit: the pinned one, or else the first that ReLU blocks.
 */
export function unit_path({ lab, example }: Given, state: State) {
  const { pinned, window_start, gelu: gelu_kind } = state;
  const found = gradients_of(example, state);
  const { place, gelu, relu } = found;
  const { token, d_model, d_ff } = place;
  const chosen =
    pinned && width_of(pinned.tensor) === 'd_ff'
      ? pinned.feature
      : dead_units(lab, example, 'relu').dead[0];
  const unit = Math.min(chosen ?? 0, d_ff - 1);
  const [from, to] = window_at(window_start.d_model, d_model);
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
    ...place,
    unit,
    shape: example.x.shape,
    first_feature: from,
    pre_activation,
    grad_hidden: gelu.hidden.data[token * d_ff + unit] ?? NaN,
    gelu: through('gelu', gelu_kind),
    relu: through('relu', 'relu'),
    limits: limits_of(lab, gelu.w1, relu.w1),
  };
}

/**
 * Sizes of a stack of Transformer blocks that is small enough to be computed again for a slider.
 */
const stack = { d_model: 32, n_heads: 4, activation: 'gelu', init: 'pytorch', seed: 42 } as const;

export function by_depth({ lab }: Given, { depth: n_layers, depth_norm: norm }: State) {
  const { d_model, n_heads, seed } = stack;
  const tokens = 8;
  // Not the seed of the stack: its weights would begin with the same random numbers.
  const rng = lab.RandomState(43);
  const x = rng.randn([tokens, d_model]);
  const grad_output = rng.randn([tokens, d_model]);
  const sizes_of = (shortcuts: boolean) => {
    const { parameter_gradients } = lab
      .BlockStack({ ...stack, n_layers, norm, shortcuts })
      .gradient_by_depth(x, grad_output);
    return parameter_gradients.map(({ rms }) => rms);
  };
  return {
    d_model,
    n_heads,
    tokens,
    seed,
    with_shortcuts: sizes_of(true),
    without_shortcuts: sizes_of(false),
  };
}

/**
 * Limit of multiply-adds for all passes with +ε (as many follow with −ε): about a second on a slow
 * machine. ffn-lab allows far more.
 */
const most_products = 5e7;

/**
 * Compares the gradients of the backward pass with central differences; undefined if this would
 * take too long.
 */
export async function checks({ lab, example: { ffn, x }, progress }: Given, { gelu }: State) {
  const { d_model, d_ff, parameter_count } = ffn;
  const tokens = x.data.length / d_model;
  const sizes = { d_model, d_ff };
  if (tokens * parameter_count * (parameter_count / d_ff + 2 * d_model) > most_products)
    return { ...sizes, checks: undefined };
  const network = lab.FeedForward({ weights: ffn.weights(), activation: gelu });
  const with_gelu = network.gradient_check(x);
  await progress.pause({ done: 1, of: 2 });
  network.activation = 'relu';
  return { ...sizes, checks: { gelu: with_gelu, relu: network.gradient_check(x) } };
}
