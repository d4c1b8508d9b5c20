import {
  instance_of,
  expect_boolean,
  expect_name,
  expect_number,
  expect_string,
  expect_tensor,
  feed_forward_names,
  forward_through_memory,
  is_tokens,
  option,
  raw_of,
  raw_of_own,
  read_options,
  call,
  wrong_type,
} from '../edge/index.js';
import type {
  ActivationKind,
  ModuleInstance,
  FeedForwardGradients,
  FeedForwardTrace,
  FeedForwardWeights,
  Like,
  OptionsOf,
  RawFeedForward,
  Tensor,
  TensorLike,
  TracedFeedForwardGradients,
  WeightLayout,
} from '../edge/index.js';
import {
  type ForwardOptions,
  forward_through_values,
  gradient_options,
  type GradientOptions,
  gradients_of,
  Network,
  type NetworkKind,
  no_options,
  pass_options,
} from './network.js';
import { type Layer, layers_of } from './sequential.js';
import {
  from_state_dict,
  type StateDict,
  type StateDictForm,
  to_state_dict,
} from './state_dict.js';
import {
  behaviour_options,
  type FeedForwardBehaviour,
  random_options,
  type WithWeights,
} from './network_options.js';

const layout_option = {
  /** Layout of the matrices; default `out_in`. */
  layout: option(expect_name<WeightLayout>),
};

/** Sizes of a network with random weights. */
export interface FeedForwardSizes extends FeedForwardBehaviour, OptionsOf<typeof random_options> {}

/** A network with given weights, which determine sizes, biases and gating. */
export interface FeedForwardFromWeights
  extends FeedForwardBehaviour, OptionsOf<typeof layout_option>, WithWeights<FeedForwardWeights> {}

/** Options of a network with random or with given weights. */
export type FeedForwardOptions = FeedForwardSizes | FeedForwardFromWeights;

const gradient_check_options = {
  /** Half the distance between the two points of a central difference; default 1e-6. */
  step: option(expect_number),
  /** Seed of the random weights of the outputs in the checked loss, 0 to 2³² − 1; default 0. */
  seed: option(expect_number),
};

/** Options of `FeedForward.gradient_check`. */
export interface GradientCheckOptions extends OptionsOf<typeof gradient_check_options> {}

/** Comparison of a tensor's gradients with central differences, in double precision. */
export interface GradientCheck {
  /** Name of the tensor: `x`, `w1`, `b1`, … */
  readonly name: string;
  /** Largest error, relative to the tensor's largest gradient. */
  readonly largest_error: number;
  /**
   * Index, in row-major order, of the element with the largest error; the fields below are its
   * gradients.
   */
  readonly at: number;
  /** Gradient computed by the backward pass. */
  readonly claimed: number;
  /** Gradient computed by two forward passes. */
  readonly central_difference: number;
}

const backward_options = {
  /** Whether to return the gradients of the intermediate tensors, too; default false. */
  trace: option(expect_boolean),
};

const all_backward_options = { ...backward_options, ...gradient_options };

/** Options of `FeedForward.backward`. */
export interface BackwardOptions<Gradients = FeedForwardGradients>
  extends OptionsOf<typeof backward_options>, GradientOptions<Gradients> {}

const kind: NetworkKind = {
  name: 'FeedForward',
  make: 'make_feed_forward',
  behaviour: behaviour_options,
  random: random_options,
  given: layout_option,
  names: feed_forward_names,
  sizes: ['d_model', 'd_ff'],
};

/**
 * The position-wise feed-forward network `activation(x·W1ᵀ + b1)·W2ᵀ + b2` (Vaswani et al. 2017,
 * section 3.3), with optional dropout and gating. Inputs have the shape (…, d_model) with any
 * leading dimensions; each token is transformed independently.
 */
export class FeedForward extends Network<
  RawFeedForward,
  FeedForwardWeights,
  FeedForwardTrace,
  FeedForwardGradients
> {
  /** Features of a token. */
  declare readonly d_model: number;
  /** Number of hidden units. */
  declare readonly d_ff: number;
  #activation: ActivationKind;

  /** @internal Use `lab.FeedForward(options)`; a checkpoint passes a network that it has made. */
  constructor(
    instance: ModuleInstance,
    options: FeedForwardOptions | undefined,
    made?: RawFeedForward,
  ) {
    super(instance, options, kind, made);
    this.#activation = raw_of(this).activation;
  }

  override forward(x: TensorLike, options: ForwardOptions = no_options): Tensor {
    instance_of(this); // rejects a proxy and a call without the network
    const tensor = expect_tensor('x', x);
    const { rng, output } = pass_options(this, options, tensor.data.length);
    const data = rng === null ? evaluate(this, tensor, 0, this.d_ff, output) : undefined;
    return data === undefined
      ? forward_through_values(this, tensor, rng, output)
      : ({ data, shape: tensor.shape } as Tensor); // on the memory of `output` if that is given
  }

  /**
   * Returns the gradients of sum(output · grad_output) of the last traced pass with respect to all
   * weights and to x.
   * @throws FfnError `invalid_argument` without a traced pass since the last change of the network
   */
  override backward(
    grad_output: TensorLike,
    options?: BackwardOptions & { readonly trace?: false },
  ): FeedForwardGradients;
  /** Returns the gradients of the intermediate tensors, too, which the pass computes on its way. */
  override backward(
    grad_output: TensorLike,
    options: BackwardOptions<TracedFeedForwardGradients> & { readonly trace: true },
  ): TracedFeedForwardGradients;
  /** Returns the gradients, with those of the intermediate tensors if `trace` is true. */
  override backward(
    grad_output: TensorLike,
    options: BackwardOptions,
  ): FeedForwardGradients | TracedFeedForwardGradients;
  override backward(grad_output: TensorLike, options: BackwardOptions = {}): FeedForwardGradients {
    return gradients_of(this, grad_output, read_options(options, all_backward_options));
  }

  /** Activation of the network. */
  get activation(): ActivationKind {
    instance_of(this); // rejects a proxy
    return this.#activation;
  }

  /** Replaces the activation; the weights do not change. */
  set activation(kind: ActivationKind) {
    call(raw_of(this), 'set_activation', expect_string('activation', kind));
    this.#activation = kind;
  }

  /**
   * The network as a list of layers like PyTorch's `nn.Sequential`: linear, activation, dropout,
   * linear; dropout on the output is the last layer. Assigning to `layers[0].weight` changes the
   * network.
   * @throws FfnError `invalid_argument` for a gated network, which is not a sequence of layers
   */
  get layers(): readonly Layer[] {
    return layers_of(this);
  }

  /**
   * Returns copies of the weights under PyTorch's names: `linear1.weight`, … (form `module`) or
   * `net.0.weight`, …, `net.3.bias` (form `sequential`).
   * @throws FfnError `invalid_argument` for form `sequential` of a gated network
   */
  state_dict(form: StateDictForm = 'module'): StateDict {
    if (form !== 'module' && form !== 'sequential')
      throw wrong_type('form', form, '"module" or "sequential"');
    if (form === 'sequential') call(raw_of(this), 'layers'); // throws for a gated network
    return to_state_dict(this.weights(), form, positions_of(this));
  }

  /**
   * Writes all weights from a state dict of either form. If a weight is missing, unexpected or of
   * another shape, writes none.
   * @throws FfnError `invalid_argument`, `invalid_type`
   */
  load_state_dict(state_dict: Like<StateDict>): void {
    const present = Object.keys(this.weights()) as (keyof FeedForwardWeights)[];
    this.set_weights(from_state_dict(state_dict, present, positions_of(this)));
  }

  /**
   * Compares the gradients of the backward pass with central differences, in double precision and
   * without dropout: one result for x (…, d_model) and one for each weight. Each element requires
   * two passes over the values that it affects: its token, its hidden unit for all tokens, or for
   * b2 the whole network.
   * @throws FfnError `invalid_argument` if the network is too large
   */
  gradient_check(x: TensorLike, options: GradientCheckOptions = {}): GradientCheck[] {
    const read = read_options(options, gradient_check_options);
    return call(instance_of(this).raw, 'gradient_check', raw_of(this), expect_tensor('x', x), read);
  }

  /**
   * Returns the network in PyTorch's notation: `Sequential(\n  (0): Linear(in_features=8,
   * out_features=32, bias=True)…`.
   */
  override toString(): string {
    return call(raw_of(this), 'to_string');
  }
}

/** Indices of the linear layers in the list of layers; empty for a gated network. */
function positions_of(ffn: FeedForward): number[] {
  if (raw_of(ffn).gated) return [];
  return ffn.layers.flatMap((layer, index) => (layer.kind === 'linear' ? [index] : []));
}

function evaluate(
  ffn: FeedForward,
  x: TensorLike,
  first: number,
  count: number,
  output?: Float32Array,
): Float32Array | undefined {
  if (!is_tokens(x, ffn.d_model)) return undefined;
  const raw = raw_of(ffn);
  return forward_through_memory(
    instance_of(ffn).raw,
    raw,
    ffn.d_model,
    x.data,
    first,
    count,
    output,
  );
}

/** @internal Returns the contribution of hidden units [first, first + count) to the output. */
export function forward_units(
  ffn: FeedForward,
  x: TensorLike,
  first: number,
  count: number,
): Float32Array {
  return (
    evaluate(ffn, x, first, count) ??
    call<Tensor>(instance_of(ffn).raw, 'forward_units', raw_of(ffn), x, first, count).data
  );
}

/**
 * Returns the C++ object of the argument `ffn`. @throws FfnError `invalid_type` unless it is a
 * network of that lab
 *
 * @internal
 */
export const raw_network_of = (instance: ModuleInstance, ffn: unknown): RawFeedForward =>
  raw_of_own(instance, FeedForward, 'FeedForward', 'ffn', ffn);
