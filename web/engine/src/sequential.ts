/** A feed-forward network seen as PyTorch's `nn.Sequential`: a list of layers that are the network's own. */
import type { ActivationKind, Tensor } from './types.js';
import { expect_tensor, wrong_type } from './validate.js';

/** The network behind a layer. */
interface Holder {
  weight(name: string): Tensor;
  set_weights(weights: Readonly<Record<string, Tensor>>): void;
}

/** An activation between two linear layers. */
export interface ActivationLayer {
  /** Tells the layers of a list apart. */
  readonly kind: 'activation';
  /** The network's. */
  readonly activation: ActivationKind;
}

/** Acts only in passes that are given a `dropout_rng`. */
export interface DropoutLayer {
  /** Tells the layers of a list apart. */
  readonly kind: 'dropout';
  /** Probability. */
  readonly dropout: number;
}

interface RawLinearLayer {
  readonly kind: 'linear';
  readonly in_features: number;
  readonly out_features: number;
  /** Names of the weights in the network. */
  readonly weight: string;
  readonly bias?: string;
}

/** A layer as the core describes it. */
export type RawLayer = RawLinearLayer | ActivationLayer | DropoutLayer;

/** A linear layer of a network. Reading gives copies; writing changes the network, as `net[0].weight.data = …` does in PyTorch. */
export class LinearLayer {
  /** Tells the layers of a list apart. */
  readonly kind = 'linear';
  /** Size of the last dimension of what it takes. */
  readonly in_features: number;
  /** Size of the last dimension of what it gives. */
  readonly out_features: number;
  readonly #holder: Holder;
  readonly #weight: string;
  readonly #bias: string | undefined;

  /** @internal Use `ffn.layers`. */
  constructor(holder: Holder, layer: RawLinearLayer) {
    this.in_features = layer.in_features;
    this.out_features = layer.out_features;
    this.#holder = holder;
    this.#weight = layer.weight;
    this.#bias = layer.bias;
  }

  /** (out_features, in_features) */
  get weight(): Tensor {
    return this.#holder.weight(this.#weight);
  }
  /** Writes the network's weight; of the same shape. @throws FfnError `invalid_argument` */
  set weight(weight: Tensor) {
    this.#holder.set_weights({ [this.#weight]: expect_tensor('weight', weight) });
  }

  /** (out_features), or undefined for a layer without one. */
  get bias(): Tensor | undefined {
    return this.#bias === undefined ? undefined : this.#holder.weight(this.#bias);
  }
  /** Writes the network's bias. @throws FfnError `invalid_argument` for another shape, or a layer without one */
  set bias(bias: Tensor) {
    this.#holder.set_weights({ [this.#bias_name]: expect_tensor('bias', bias) });
  }

  // Of a layer without bias the name that it would have: for the core to refuse.
  get #bias_name(): string {
    return this.#bias ?? this.#weight.replace('w', 'b');
  }

  // What only passes for a layer, such as a proxy of one, has no private state.
  static #is_one(value: unknown): value is LinearLayer {
    return typeof value === 'object' && value !== null && #holder in value;
  }

  /** Takes over the weight and, where there is one, the bias of another layer, or nothing when one does not fit. */
  copy_from(other: LinearLayer): void {
    if (!LinearLayer.#is_one(other)) throw wrong_type('other', other, 'a linear layer');
    const { weight, bias } = other;
    this.#holder.set_weights({ [this.#weight]: weight, ...(bias !== undefined && { [this.#bias_name]: bias }) });
  }
}

/** One of a network's `layers`; `kind` tells which. */
export type Layer = LinearLayer | ActivationLayer | DropoutLayer;

/** @internal */
export function layer_of(holder: Holder, layer: RawLayer): Layer {
  return layer.kind === 'linear' ? new LinearLayer(holder, layer) : layer;
}
