import { Owned } from './owned.js';
import type { Lifetime } from './owned.js';
import type { RawFeedForward, RawModule } from './raw_module.js';
import { value_of } from './raw_module.js';
import type { ActivationKind, FeedForwardOptions, FeedForwardTrace, FeedForwardWeights, Tensor } from './types.js';
import { expect_number, expect_object, expect_string, expect_tensor } from './validate.js';

const expansion = 4; // d_ff = 4 d_model unless said otherwise, as in the Transformer and GPT-2

function optional_tensor(argument: string, value: unknown): Tensor | undefined {
  return value === undefined ? undefined : expect_tensor(argument, value);
}

function make(module: RawModule, options: FeedForwardOptions): RawFeedForward {
  expect_object('options', options);
  const activation = expect_string('activation', options.activation ?? 'gelu');
  if ('weights' in options) {
    const { w1, b1, w2, b2 } = expect_object('weights', options.weights) as FeedForwardWeights;
    const weights = {
      w1: expect_tensor('w1', w1),
      b1: optional_tensor('b1', b1),
      w2: expect_tensor('w2', w2),
      b2: optional_tensor('b2', b2),
    };
    return value_of(
      module.make_feed_forward_from(weights as FeedForwardWeights, expect_string('layout', options.layout ?? 'out_in'), activation),
    );
  }
  const d_model = expect_number('d_model', options.d_model);
  const d_ff = expect_number('d_ff', options.d_ff ?? expansion * d_model);
  const init = expect_string('init', options.init ?? 'pytorch');
  return value_of(module.make_random_feed_forward(d_model, d_ff, activation, init, expect_number('seed', options.seed ?? 0)));
}

/**
 * The position-wise feed-forward network, `activation(x·W1ᵀ + b1)·W2ᵀ + b2` (Vaswani et al. 2017, section 3.3).
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

  get activation(): ActivationKind {
    return this.#activation;
  }

  /** Same weights, other activation. */
  set activation(kind: ActivationKind) {
    value_of(this.raw.set_activation(expect_string('activation', kind)));
    this.#activation = kind;
  }

  /** x (…, d_model) → output of the same shape. No intermediate tensor is kept. */
  forward(x: Tensor): Tensor {
    return value_of(this.raw.forward(expect_tensor('x', x)));
  }

  /** The same pass with every intermediate; its output has the same bits as `forward`'s. */
  trace(x: Tensor): FeedForwardTrace {
    return value_of(this.raw.trace(expect_tensor('x', x)));
  }

  /** Copies of the weights and biases, in layout `out_in`. */
  weights(): Required<FeedForwardWeights> {
    return value_of(this.raw.weights());
  }
}
