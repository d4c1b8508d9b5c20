/** Types, options and checks of the functions of a lab that compute with tensors. */
import { weight_options } from './network_options.js';
import { option, type OptionsOf, read_members, required } from '../edge/schema.js';
import type { FeedForwardGradients, Tensor } from '../edge/types.js';
import { expect_boolean, expect_number, expect_tensor } from '../edge/validate.js';

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
  bias: option(expect_boolean, true),
  ...weight_options,
};

/** Sizes of a linear layer and initialization of its weights. */
export interface LinearOptions extends OptionsOf<typeof linear_options & typeof weight_options> {}

/** Result of `lab.dropout`. */
export interface Dropped {
  /** x · mask, of the shape of x. */
  readonly output: Tensor;
  /** Mask of the shape of x: 0 for a dropped element, otherwise 1 / (1 − p). */
  readonly mask: Tensor;
}

/** Tensors of the three steps of `feed_forward_from_scratch`; leading dimensions as in x. */
export interface FromScratch {
  /** x·W1 + b1, (…, d_ff). */
  readonly h: Tensor;
  /** activation(h), (…, d_ff). */
  readonly h_activated: Tensor;
  /** h_activated·W2 + b2, (…, d_model). */
  readonly y: Tensor;
}

const layer_members = { weight: required(expect_tensor), bias: option(expect_tensor) };

export const read_layer = (value: unknown) => read_members('layer', value, layer_members);
