import { Owned } from './owned.js';
import type { Lifetime } from './owned.js';
import type { RawFeedForward, RawModule, RawRandomState } from './raw_module.js';
import { value_of } from './raw_module.js';
import { RandomState } from './random_state.js';
import type {
  ActivationKind,
  FeedForwardBehaviour,
  FeedForwardGradients,
  FeedForwardOptions,
  FeedForwardTrace,
  FeedForwardWeights,
  Tensor,
} from './types.js';
import { expect_boolean, expect_number, expect_object, expect_string, expect_tensor, wrong_type } from './validate.js';

function behaviour({ activation, dropout, dropout_placement }: FeedForwardBehaviour) {
  return {
    activation: expect_string('activation', activation ?? 'gelu'),
    dropout: expect_number('dropout', dropout ?? 0),
    dropout_placement: expect_string('dropout_placement', dropout_placement ?? 'hidden'),
  };
}

function read_weights(value: unknown): Record<keyof FeedForwardWeights, Tensor | undefined> {
  const weights = expect_object('weights', value) as Partial<Record<keyof FeedForwardWeights, unknown>>;
  const optional = (name: keyof FeedForwardWeights) => (weights[name] === undefined ? undefined : expect_tensor(name, weights[name]));
  return {
    w1: expect_tensor('w1', weights.w1),
    b1: optional('b1'),
    w_gate: optional('w_gate'),
    b_gate: optional('b_gate'),
    w2: expect_tensor('w2', weights.w2),
    b2: optional('b2'),
  };
}

function make(module: RawModule, options: FeedForwardOptions): RawFeedForward {
  expect_object('options', options);
  if ('weights' in options) {
    const layout = expect_string('layout', options.layout ?? 'out_in');
    return value_of(module.make_feed_forward_from({ ...behaviour(options), weights: read_weights(options.weights), layout }));
  }
  const { d_model, d_ff, bias, gated, init, seed } = options;
  const sizes = {
    d_model: expect_number('d_model', d_model),
    d_ff: d_ff === undefined ? undefined : expect_number('d_ff', d_ff),
    bias: expect_boolean('bias', bias ?? true),
    gated: expect_boolean('gated', gated ?? false),
    init: expect_string('init', init ?? 'pytorch'),
    seed: expect_number('seed', seed ?? 0),
  };
  return value_of(module.make_random_feed_forward({ ...behaviour(options), ...sizes }));
}

/** Options of a pass. */
export interface PassOptions {
  /** Makes it a training pass: dropout draws its mask from this generator. */
  readonly dropout_rng?: RandomState;
}

/**
 * The position-wise feed-forward network, `activation(x·W1ᵀ + b1)·W2ᵀ + b2` (Vaswani et al. 2017, section 3.3), with
 * dropout and gating on request.
 * Inputs have any leading dimensions and end in d_model; each token is transformed alone.
 */
export class FeedForward extends Owned<RawFeedForward> {
  readonly d_model: number;
  readonly d_ff: number;
  /** Weights and biases. */
  readonly parameter_count: number;
  #activation: ActivationKind;

  /** @internal Use `lab.FeedForward(options)`. */
  constructor(module: RawModule, lab: Lifetime, options: FeedForwardOptions) {
    const raw = make(module, options);
    super('FeedForward', raw, lab);
    this.d_model = raw.d_model;
    this.d_ff = raw.d_ff;
    this.parameter_count = raw.parameter_count;
    this.#activation = options.activation ?? 'gelu';
  }

  /** @internal For other classes of the package. */
  static raw_of(ffn: FeedForward): RawFeedForward {
    return ffn.raw;
  }

  get activation(): ActivationKind {
    return this.#activation;
  }

  /** Same weights, other activation. */
  set activation(kind: ActivationKind) {
    value_of(this.raw.set_activation(expect_string('activation', kind)));
    this.#activation = kind;
  }

  #generator(rng: unknown): RawRandomState | null {
    if (rng === undefined) return null;
    if (rng instanceof RandomState && this.shares_lab_with(rng)) return RandomState.raw_of(rng);
    throw wrong_type('dropout_rng', rng, 'a RandomState of the same lab');
  }

  /** x (…, d_model) → output of the same shape. No intermediate tensor is kept. */
  forward(x: Tensor, { dropout_rng }: PassOptions = {}): Tensor {
    return value_of(this.raw.forward(expect_tensor('x', x), this.#generator(dropout_rng)));
  }

  /** The same pass with every intermediate, kept for `backward`; its output has the same bits as `forward`'s. */
  trace(x: Tensor, { dropout_rng }: PassOptions = {}): FeedForwardTrace {
    return value_of(this.raw.trace(expect_tensor('x', x), this.#generator(dropout_rng)));
  }

  /** Gradients of sum(output · grad_output) through the last traced pass. */
  backward(grad_output: Tensor): FeedForwardGradients {
    return value_of(this.raw.backward(expect_tensor('grad_output', grad_output)));
  }

  /** Copies of the weights that the network has, in layout `out_in`. */
  weights(): FeedForwardWeights {
    return value_of(this.raw.weights());
  }
}
