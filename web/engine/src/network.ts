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
  /** Makes it a training pass: dropout draws its masks from this generator. */
  readonly dropout_rng?: RandomState;
}

/** @internal What a pass is given by default. */
export const no_options: PassOptions = {};

/** What every network and layer can do: run, show its intermediates, go back, give and take weights. */
export abstract class Network<
  Raw extends RawNetwork<Weights, Trace, Gradients>,
  Weights extends object,
  Trace,
  Gradients,
> extends Owned<Raw> {
  /** Weights, biases, scales and shifts. */
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

  /** Output of x, of the same shape. No intermediate tensor is kept. */
  forward(x: Tensor, options: PassOptions = no_options): Tensor {
    return value_of(this.raw.forward(expect_tensor('x', x), this.generator(options)));
  }

  /** The same pass with every intermediate, kept for `backward`; its output has the same bits as `forward`'s. */
  trace(x: Tensor, options: PassOptions = no_options): Trace {
    return value_of(this.raw.trace(expect_tensor('x', x), this.generator(options)));
  }

  /**
   * Gradients of sum(output · grad_output) through the last traced pass, of every weight and of x.
   * @throws FfnError `invalid_argument` without a traced pass since the network was last changed.
   */
  backward(grad_output: Tensor): Gradients {
    return value_of(this.raw.backward(expect_tensor('grad_output', grad_output)));
  }

  /** Copies of the weights that the network has; matrices (out, in). */
  weights(): Weights {
    return value_of(this.raw.weights());
  }

  /**
   * Writes the given weights and leaves the others; the shapes must be those that are there. Ends the last traced pass.
   * @throws FfnError when any of them is refused; then none is written.
   */
  set_weights(weights: PartialWeights<Weights>): void {
    value_of(this.raw.set_weights(flat_tensors(weights, this.#names)));
  }
}
