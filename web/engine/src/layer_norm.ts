import type { Core } from './core.js';
import { Network } from './network.js';
import { raw_of } from './owned.js';
import type { RawModule } from './raw_module.js';
import { value_of } from './raw_module.js';
import type { RawLayerNorm } from './raw_nn.js';
import type { Tensor } from './types.js';
import { expect_number, expect_options } from './validate.js';
import { flat_tensors, layer_norm_names, with_sizes_of_weights } from './weights.js';

/** Scale and shift of a layer norm, PyTorch's `weight` and `bias`. */
export interface LayerNormWeights {
  /** Scale, (features). */
  readonly scale: Tensor;
  /** Shift, (features). */
  readonly shift: Tensor;
}

/** Gradients of a scalar loss with respect to scale, shift and input. */
export interface LayerNormGradients extends LayerNormWeights {
  /** Gradient with respect to the input, of its shape. */
  readonly x: Tensor;
}

/** Options of a layer norm. Either `features` or `weights` is required. */
export interface LayerNormOptions {
  /** Size of the last dimension of x; determined by `weights` if they are given. */
  readonly features?: number;
  /** Number added to the variance; default 1e-5. */
  readonly eps?: number;
  /** Weights, which are copied; default: scale one, shift zero. */
  readonly weights?: LayerNormWeights;
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

function make(module: RawModule, options: LayerNormOptions): RawLayerNorm {
  const { features, eps, weights } = expect_options('options', options, ['features', 'eps', 'weights']);
  const read = { eps: expect_number('eps', eps, 1e-5) };
  if (weights !== undefined) {
    const raw = value_of(module.make_layer_norm({ ...read, weights: flat_tensors(weights, layer_norm_names) }));
    return with_sizes_of_weights(raw, { features }, ['features']);
  }
  return value_of(module.make_layer_norm({ ...read, features: expect_number('features', features) }));
}

/**
 * Layer normalization over the last dimension (Ba et al. 2016, PyTorch's `nn.LayerNorm`). Mean and variance are computed in double
 * precision, so that rows with a large common offset and rows of magnitude 1e30 are normalized accurately. x has any leading dimensions.
 */
export class LayerNorm extends Network<RawLayerNorm, LayerNormWeights, LayerNormTrace, LayerNormGradients> {
  /** Size of the last dimension of x. */
  readonly features: number;
  /** Number added to the variance. */
  readonly eps: number;

  /** @internal Use `lab.LayerNorm(options)`. */
  constructor(core: Core, options: LayerNormOptions) {
    super('LayerNorm', core, (module) => make(module, options), layer_norm_names);
    const raw = raw_of(this);
    this.features = raw.features;
    this.eps = raw.eps;
    Object.freeze(this);
  }
}
