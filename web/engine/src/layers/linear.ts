/** Options and weights of the functions that compute one linear layer. */
import {
  expect_boolean,
  expect_number,
  expect_tensor,
  option,
  read_members,
  required,
} from '../edge/index.js';
import type { FeedForwardGradients, OptionsOf, Tensor } from '../edge/index.js';
import { weight_options } from './network_options.js';

/** Weights of a linear layer y = x·weightᵀ + bias, in the layout of `nn.Linear`. */
export interface LinearWeights {
  /** Weight matrix, (out_features, in_features). */
  readonly weight: Tensor;
  /** Bias, (out_features); omitted for a layer without bias. */
  readonly bias?: Tensor;
}

/** Gradients of sum(y · grad_y) with respect to weight, bias and input. */
export interface LinearGradients extends LinearWeights, Pick<FeedForwardGradients, 'x'> {}

export const linear_options = {
  /** Size of the last dimension of x. */
  in_features: required(expect_number),
  /** Size of the last dimension of y. */
  out_features: required(expect_number),
  /** Whether the layer has a bias; default true. */
  bias: option(expect_boolean),
  ...weight_options,
};

/** Sizes of a linear layer and initialization of its weights. */
export interface LinearOptions extends OptionsOf<typeof linear_options & typeof weight_options> {}

const layer_members = { weight: required(expect_tensor), bias: option(expect_tensor) };

export const read_layer = (value: unknown) => read_members('layer', value, layer_members);
