import { expect_number, layer_norm_names, option, required } from '../edge/index.js';
import type {
  ModuleInstance,
  FeedForwardGradients,
  Like,
  OptionsOf,
  RawHandle,
  Tensor,
} from '../edge/index.js';
import { Network, type NetworkKind } from './network.js';

/** Scale and shift of a layer norm, PyTorch's `weight` and `bias`. */
export interface LayerNormWeights {
  /** Scale, (features). */
  readonly scale: Tensor;
  /** Shift, (features). */
  readonly shift: Tensor;
}

/** Gradients of a scalar loss with respect to scale, shift and input. */
export interface LayerNormGradients extends LayerNormWeights, Pick<FeedForwardGradients, 'x'> {}

const behaviour = {
  /** Number added to the variance; default 1e-5. */
  eps: option(expect_number),
};

const random = {
  /** Size of the last dimension of x; determined by `weights` if they are given. */
  features: required(expect_number),
};

/** Options of a layer norm. Either `features` or `weights` is required. */
export interface LayerNormOptions
  extends OptionsOf<typeof behaviour>, Partial<OptionsOf<typeof random>> {
  /** Weights, which are copied; default: scale one, shift zero. */
  readonly weights?: Like<LayerNormWeights> | undefined;
}

/** All tensors of one pass. */
export interface LayerNormTrace {
  /** Mean of each token, of the shape of x without its last dimension. */
  readonly mean: Tensor;
  /** 1 / √(variance + eps) of each token, for the biased variance (divisor features). */
  readonly reciprocal_deviation: Tensor;
  /** (x − mean) · reciprocal_deviation, of the shape of x. */
  readonly normalized: Tensor;
  /** normalized · scale + shift, of the shape of x. */
  readonly output: Tensor;
}

const kind: NetworkKind = {
  name: 'LayerNorm',
  make: 'make_layer_norm',
  behaviour,
  random,
  names: layer_norm_names,
  sizes: ['features'],
  properties: ['eps'],
};

/**
 * Layer normalization over the last dimension (Ba et al. 2016, PyTorch's `nn.LayerNorm`). Mean and
 * variance are computed in double precision, so that rows with a large common offset and rows of
 * magnitude 1e30 are normalized accurately. x has any leading dimensions.
 */
export class LayerNorm extends Network<
  RawHandle,
  LayerNormWeights,
  LayerNormTrace,
  LayerNormGradients
> {
  /** Size of the last dimension of x. */
  declare readonly features: number;
  /** Number added to the variance. */
  declare readonly eps: number;

  /** @internal Use `lab.LayerNorm(options)`. */
  constructor(instance: ModuleInstance, options: LayerNormOptions) {
    super(instance, options, kind);
  }
}
