import type { Core } from '../edge/core.js';
import { weight_options } from './network_options.js';
import { is_own, raw_of } from '../edge/owned.js';
import { RandomState } from './random_state.js';
import type { RawModule } from '../edge/raw_module.js';
import { value_of } from '../edge/raw_module.js';
import type { OptionsOf } from '../edge/schema.js';
import { option, read_options, required } from '../edge/schema.js';
import type { Tensor } from '../edge/types.js';
import { expect_boolean, expect_members, expect_number, expect_tensor, wrong_type } from '../edge/validate.js';

/** Weights of a linear layer y = x·weightᵀ + bias, in the layout of `nn.Linear`. */
export interface LinearWeights {
  /** Weight matrix, (out_features, in_features). */
  readonly weight: Tensor;
  /** Bias, (out_features); omitted for a layer without bias. */
  readonly bias?: Tensor;
}

/** Gradients of sum(y · grad_y) with respect to weight, bias and input. */
export interface LinearGradients extends LinearWeights {
  /** Gradient with respect to the input, of its shape. */
  readonly x: Tensor;
}

const linear_sizes = {
  /** Size of the last dimension of x. */
  in_features: required(expect_number),
  /** Size of the last dimension of y. */
  out_features: required(expect_number),
  /** Whether the layer has a bias; default true. */
  bias: option(expect_boolean, true),
};

/** Sizes of a linear layer and initialization of its weights. */
export interface LinearOptions extends OptionsOf<typeof linear_sizes>, OptionsOf<typeof weight_options> {}

const linear_options = { ...linear_sizes, ...weight_options };

/** Result of `lab.dropout`. */
export interface Dropped {
  /** x · mask, of the shape of x. */
  readonly output: Tensor;
  /** Mask of the shape of x: 0 for a dropped element, otherwise 1 / (1 − p). */
  readonly mask: Tensor;
}

function expect_layer(value: unknown): LinearWeights {
  const { weight, bias } = expect_members('layer', value, ['weight', 'bias']);
  const read = { weight: expect_tensor('weight', weight) };
  return bias === undefined ? read : { ...read, bias: expect_tensor('bias', bias) };
}

/** @internal `lab.linear_weights` */
export function linear_weights(module: RawModule, options: LinearOptions): LinearWeights {
  return value_of(module.make_linear(read_options('options', options, linear_options)));
}

/** @internal `lab.linear` */
export function linear(module: RawModule, x: Tensor, layer: LinearWeights): Tensor {
  return value_of(module.linear(expect_tensor('x', x), expect_layer(layer)));
}

/** @internal `lab.linear_backward` */
export function linear_backward(module: RawModule, x: Tensor, layer: LinearWeights, grad_y: Tensor): LinearGradients {
  return value_of(module.linear_backward(expect_tensor('x', x), expect_layer(layer), expect_tensor('grad_y', grad_y)));
}

/** @internal `lab.dropout` */
export function dropout(core: Core, x: Tensor, p: number, rng: RandomState): Dropped {
  if (!is_own(rng, RandomState, core)) throw wrong_type('rng', rng, 'a RandomState of the same lab');
  return value_of(core.raw.dropout(expect_tensor('x', x), expect_number('p', p), raw_of(rng)));
}

/** @internal `lab.apply_dropout_mask` */
export function apply_dropout_mask(module: RawModule, x: Tensor, mask: Tensor): Tensor {
  return value_of(module.apply_dropout_mask(expect_tensor('x', x), expect_tensor('mask', mask)));
}

/** @internal `lab.add` */
export function add(module: RawModule, a: Tensor, b: Tensor): Tensor {
  return value_of(module.add(expect_tensor('a', a), expect_tensor('b', b)));
}

/** @internal `lab.multiply` */
export function multiply(module: RawModule, a: Tensor, b: Tensor): Tensor {
  return value_of(module.multiply(expect_tensor('a', a), expect_tensor('b', b)));
}
