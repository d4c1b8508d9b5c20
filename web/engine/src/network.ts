import { is_own, Owned } from './owned.js';
import type { Lifetime } from './owned.js';
import { RandomState } from './random_state.js';
import type { RawRandomState } from './raw_module.js';
import { value_of } from './raw_module.js';
import type { RawNetwork } from './raw_nn.js';
import type { Tensor } from './types.js';
import { expect_options, expect_tensor, wrong_type } from './validate.js';
import type { PartialWeights, TensorNames } from './weights.js';
import { flat_tensors } from './weights.js';

/** Options of a pass. */
export interface PassOptions {
  /** Generator of the dropout masks. Makes the pass a training pass. */
  readonly dropout_rng?: RandomState;
}

/** @internal Default options of a pass. */
export const no_options: PassOptions = {};

/** Base class of all networks and layers: forward and backward passes, traces, and access to weights. */
export abstract class Network<
  Raw extends RawNetwork<Weights, Trace, Gradients>,
  Weights extends object,
  Trace,
  Gradients,
> extends Owned<Raw> {
  /** Number of weights, biases, scales and shifts. */
  readonly parameter_count: number;
  readonly #names: TensorNames;

  protected constructor(name: string, raw: Raw, lab: Lifetime, names: TensorNames) {
    super(name, raw, lab);
    this.parameter_count = raw.parameter_count;
    this.#names = names;
  }

  protected generator(options: PassOptions): RawRandomState | null {
    if (options === no_options) return null;
    const { dropout_rng: rng } = expect_options('options', options, ['dropout_rng']);
    if (rng === undefined) return null;
    if (is_own(rng, RandomState, this.lab)) return RandomState.raw_of(rng);
    throw wrong_type('dropout_rng', rng, 'a RandomState of the same lab');
  }

  /** Returns the output for x, of the same shape. Stores no intermediate tensors. */
  forward(x: Tensor, options: PassOptions = no_options): Tensor {
    return value_of(this.raw.forward(expect_tensor('x', x), this.generator(options)));
  }

  /**
   * Runs the same pass and returns all intermediate tensors, which it also stores for `backward`. Its output is bit-identical to that of
   * `forward`.
   */
  trace(x: Tensor, options: PassOptions = no_options): Trace {
    return value_of(this.raw.trace(expect_tensor('x', x), this.generator(options)));
  }

  /**
   * Returns the gradients of sum(output · grad_output) of the last traced pass with respect to all weights and to x.
   * @throws FfnError `invalid_argument` without a traced pass since the last change of the network
   */
  backward(grad_output: Tensor): Gradients {
    return value_of(this.raw.backward(expect_tensor('grad_output', grad_output)));
  }

  /** Returns copies of the weights; matrices in layout (out, in). */
  weights(): Weights {
    return value_of(this.raw.weights());
  }

  /**
   * Writes the given weights, of the existing shapes, and leaves the others unchanged. Invalidates the last traced pass.
   * @throws FfnError if any weight is invalid; then none is written
   */
  set_weights(weights: PartialWeights<Weights>): void {
    value_of(this.raw.set_weights(flat_tensors(weights, this.#names)));
  }
}
