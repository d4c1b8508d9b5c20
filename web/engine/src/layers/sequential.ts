/**
 * A feed-forward network as PyTorch's `nn.Sequential`: a list of layers that refer to the network's
 * weights.
 */
import {
  instance_of,
  expect_instance,
  expect_tensor,
  raw_of,
  call,
  wrong_type,
} from '../edge/index.js';
import type {
  ActivationKind,
  ModuleInstance,
  Owned,
  RawFeedForward,
  Tensor,
  TensorLike,
} from '../edge/index.js';

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

/** Description of a linear layer by the core, with the names of weight and bias in the network. */
interface RawLinearLayer extends Pick<LinearLayer, 'kind' | 'in_features' | 'out_features'> {
  readonly weight: string;
  readonly bias?: string | undefined;
}

/**
 * A linear layer of a network. Reading a property returns a copy; assigning to it changes the
 * network, as `net[0].weight.data = …` in PyTorch.
 */
export class LinearLayer {
  /** Type of the layer. */
  readonly kind = 'linear';
  /** Size of the last dimension of the input. */
  readonly in_features: number;
  /** Size of the last dimension of the output. */
  readonly out_features: number;
  readonly #network: Owned<RawFeedForward>;
  readonly #weight: string;
  readonly #bias: string | undefined;

  /** @internal Use `ffn.layers`. */
  constructor(instance: ModuleInstance, network: Owned<RawFeedForward>, layer: RawLinearLayer) {
    expect_instance('LinearLayer', instance, 'ffn.layers');
    this.in_features = layer.in_features;
    this.out_features = layer.out_features;
    this.#network = network;
    this.#weight = layer.weight;
    this.#bias = layer.bias;
    Object.freeze(this);
  }

  /** Weight matrix, (out_features, in_features). */
  get weight(): Tensor {
    return call(raw_of(this.#network), 'weight', this.#weight);
  }
  /**
   * Writes the network's weight, which must have the same shape. @throws FfnError
   * `invalid_argument`
   */
  set weight(weight: TensorLike) {
    this.#write({ [this.#weight]: expect_tensor('weight', weight) });
  }

  /** Bias, (out_features), or undefined for a layer without bias. */
  get bias(): Tensor | undefined {
    return this.#bias === undefined ? undefined : call(raw_of(this.#network), 'weight', this.#bias);
  }
  /**
   * Writes the network's bias. @throws FfnError `invalid_argument` for another shape or a layer
   * without bias
   */
  set bias(bias: TensorLike) {
    this.#write({ [this.#bias_name]: expect_tensor('bias', bias) });
  }

  #write(weights: Readonly<Record<string, TensorLike>>): void {
    call(raw_of(this.#network), 'set_weights', weights);
  }

  // For a layer without bias, returns the name that the bias would have; the core rejects it.
  get #bias_name(): string {
    return this.#bias ?? this.#weight.replace('w', 'b');
  }

  /**
   * Copies weight and, if it exists, bias of another layer. If one of them does not fit, copies
   * neither.
   * @throws FfnError `invalid_type` if `other` is not a linear layer, `invalid_argument` for
   * another shape
   */
  copy_from(other: LinearLayer): void {
    // A proxy of a layer has no private fields.
    if (Object(other) !== other || !(#network in other))
      throw wrong_type('other', other, 'a linear layer');
    const { weight, bias } = other;
    this.#write({ [this.#weight]: weight, ...(bias !== undefined && { [this.#bias_name]: bias }) });
  }
}

/** An element of a network's `layers`; `kind` is its type. */
export type Layer = LinearLayer | ActivationLayer | DropoutLayer;

/**
 * @internal Returns the layers of a network. @throws FfnError `invalid_argument` for a gated
 * network
 */
export function layers_of(network: Owned<RawFeedForward>): Layer[] {
  const described = call<(RawLinearLayer | ActivationLayer | DropoutLayer)[]>(
    raw_of(network),
    'layers',
  );
  return described.map((layer) =>
    layer.kind === 'linear' ? new LinearLayer(instance_of(network), network, layer) : layer,
  );
}
