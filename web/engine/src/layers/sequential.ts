/** A feed-forward network as PyTorch's `nn.Sequential`: a list of layers that refer to the network's weights. */
import { type Core, expect_core } from '../edge/core.js';
import type { ActivationKind, Tensor } from '../edge/types.js';
import { expect_tensor, wrong_type } from '../edge/validate.js';

/** The network that a layer belongs to. */
interface Holder {
  weight(name: string): Tensor;
  set_weights(weights: Readonly<Record<string, Tensor>>): void;
}

/** An activation between two linear layers. */
export interface ActivationLayer {
  /** Type of the layer. */
  readonly kind: 'activation';
  /** Activation of the network. */
  readonly activation: ActivationKind;
}

/** A dropout layer, which is active only in passes with a `dropout_rng`. */
export interface DropoutLayer {
  /** Type of the layer. */
  readonly kind: 'dropout';
  /** Dropout probability. */
  readonly dropout: number;
}

interface RawLinearLayer {
  readonly kind: 'linear';
  readonly in_features: number;
  readonly out_features: number;
  /** Names of weight and bias in the network. */
  readonly weight: string;
  readonly bias?: string;
}

/** Description of a layer by the core. */
export type RawLayer = RawLinearLayer | ActivationLayer | DropoutLayer;

/**
 * A linear layer of a network. Reading a property returns a copy; assigning to it changes the network, as `net[0].weight.data = …` in
 * PyTorch.
 */
export class LinearLayer {
  /** Type of the layer. */
  readonly kind = 'linear';
  /** Size of the last dimension of the input. */
  readonly in_features: number;
  /** Size of the last dimension of the output. */
  readonly out_features: number;
  readonly #holder: Holder;
  readonly #weight: string;
  readonly #bias: string | undefined;

  /** @internal Use `ffn.layers`. */
  constructor(core: Core, holder: Holder, layer: RawLinearLayer) {
    expect_core('LinearLayer', core, 'ffn.layers');
    this.in_features = layer.in_features;
    this.out_features = layer.out_features;
    this.#holder = holder;
    this.#weight = layer.weight;
    this.#bias = layer.bias;
    Object.freeze(this);
  }

  /** Weight matrix, (out_features, in_features). */
  get weight(): Tensor {
    return this.#holder.weight(this.#weight);
  }
  /** Writes the network's weight, which must have the same shape. @throws FfnError `invalid_argument` */
  set weight(weight: Tensor) {
    this.#holder.set_weights({ [this.#weight]: expect_tensor('weight', weight) });
  }

  /** Bias, (out_features), or undefined for a layer without bias. */
  get bias(): Tensor | undefined {
    return this.#bias === undefined ? undefined : this.#holder.weight(this.#bias);
  }
  /** Writes the network's bias. @throws FfnError `invalid_argument` for another shape or a layer without bias */
  set bias(bias: Tensor) {
    this.#holder.set_weights({ [this.#bias_name]: expect_tensor('bias', bias) });
  }

  // For a layer without bias, returns the name that the bias would have; the core rejects it.
  get #bias_name(): string {
    return this.#bias ?? this.#weight.replace('w', 'b');
  }

  // A proxy of a layer has no private fields and is rejected.
  static #is_linear_layer(value: unknown): value is LinearLayer {
    return typeof value === 'object' && value !== null && #holder in value;
  }

  /**
   * Copies weight and, if it exists, bias of another layer. If one of them does not fit, copies neither.
   * @throws FfnError `invalid_type` if `other` is not a linear layer, `invalid_argument` for another shape
   */
  copy_from(other: LinearLayer): void {
    if (!LinearLayer.#is_linear_layer(other)) throw wrong_type('other', other, 'a linear layer');
    const { weight, bias } = other;
    this.#holder.set_weights({ [this.#weight]: weight, ...(bias !== undefined && { [this.#bias_name]: bias }) });
  }
}

/** An element of a network's `layers`; `kind` is its type. */
export type Layer = LinearLayer | ActivationLayer | DropoutLayer;

/** @internal */
export function layer_of(core: Core, holder: Holder, layer: RawLayer): Layer {
  return layer.kind === 'linear' ? new LinearLayer(core, holder, layer) : layer;
}
