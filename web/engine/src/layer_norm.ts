import { Network } from './network.js';
import type { Lifetime } from './owned.js';
import type { RawModule } from './raw_module.js';
import { value_of } from './raw_module.js';
import type { RawLayerNorm } from './raw_nn.js';
import type { Tensor } from './types.js';
import { expect_number, expect_options } from './validate.js';
import { flat_tensors, layer_norm_names } from './weights.js';

/** Scale and shift of a layer norm (PyTorch's `weight` and `bias`), each (features). */
export interface LayerNormWeights {
  /** (features) */
  readonly scale: Tensor;
  /** (features) */
  readonly shift: Tensor;
}

/** Gradients of a scalar loss. */
export interface LayerNormGradients extends LayerNormWeights {
  /** Shaped as the input. */
  readonly x: Tensor;
}

/** Either `features` or `weights` must be there. */
export interface LayerNormOptions {
  /** Size of the last dimension of x; read off `weights` where these are given. */
  readonly features?: number;
  /** Added to the variance; default 1e-5. */
  readonly eps?: number;
  /** Default: scale one, shift zero. */
  readonly weights?: LayerNormWeights;
}

/** Every tensor of one pass. */
export interface LayerNormTrace {
  /** Mean of each token: the shape of x without its last dimension. */
  readonly mean: Tensor;
  /** 1 / √(variance + eps) of each token, the variance divided by the number of features. */
  readonly reciprocal_deviation: Tensor;
  /** (x − mean) · reciprocal_deviation, shaped as x. */
  readonly normalized: Tensor;
  /** normalized · scale + shift, shaped as x. */
  readonly output: Tensor;
}

function make(module: RawModule, options: LayerNormOptions): RawLayerNorm {
  const { features, eps, weights } = expect_options('options', options, ['features', 'eps', 'weights']);
  const read = { eps: expect_number('eps', eps, 1e-5) };
  if (weights !== undefined) return value_of(module.make_layer_norm({ ...read, weights: flat_tensors(weights, layer_norm_names) }));
  return value_of(module.make_layer_norm({ ...read, features: expect_number('features', features) }));
}

/**
 * Layer normalisation over the last dimension (Ba et al. 2016, PyTorch's `nn.LayerNorm`), with mean and variance in double: rows
 * with a large common offset and rows of 1e30 come out right. x has any leading dimensions.
 */
export class LayerNorm extends Network<RawLayerNorm, LayerNormWeights, LayerNormTrace, LayerNormGradients> {
  /** Size of the last dimension of x. */
  readonly features: number;
  /** What is added to the variance. */
  readonly eps: number;

  /** @internal Use `lab.LayerNorm(options)`. */
  constructor(module: RawModule, lab: Lifetime, options: LayerNormOptions) {
    const raw = make(module, options);
    super('LayerNorm', raw, lab, layer_norm_names);
    this.features = raw.features;
    this.eps = raw.eps;
  }
}
