import { FfnError } from './errors.js';
import { FeedForward } from './feed_forward.js';
import { LabNetworkAnalysis } from './network_analysis.js';
import { dispose_symbol } from './owned.js';
import type { Lifetime } from './owned.js';
import { RandomState } from './random_state.js';
import type { RawModule } from './raw_module.js';
import { value_of } from './raw_module.js';
import type { ActivationCurve, ActivationKind, FeedForwardOptions, LabInfo } from './types.js';
import { expect_numbers, expect_string } from './validate.js';
import type { VariantChoice } from './variant.js';

/** One running WebAssembly module and everything that can be computed with it. Made by `load()`. */
export class Lab extends LabNetworkAnalysis {
  #module: RawModule | undefined;
  readonly #choice: VariantChoice;
  readonly #memory: WebAssembly.Memory | undefined;
  readonly #lifetime = { disposed: false };

  /** @internal Use `load()`. */
  constructor(module: RawModule, choice: VariantChoice, memory: WebAssembly.Memory | undefined) {
    super();
    this.#module = module;
    this.#choice = choice;
    this.#memory = memory;
  }

  get #raw(): RawModule {
    if (this.#module === undefined) throw new FfnError('disposed', 'this lab has been disposed');
    return this.#module;
  }

  /** @internal */
  protected override raw_module(): RawModule {
    return this.#raw;
  }

  /** @internal */
  protected override lifetime(): Lifetime {
    return this.#lifetime;
  }

  /** Which build runs here, why not a better one, and how much memory it holds. */
  info(): LabInfo {
    const version = this.#raw.version();
    return { ...this.#choice, version, heap_bytes: this.#memory?.buffer.byteLength ?? 0 };
  }

  /** Value and derivative of an activation at each point. Plain numbers are rounded to float32 first. */
  activation(kind: ActivationKind, x: Float32Array | readonly number[]): ActivationCurve {
    return value_of(this.#raw.activation(expect_string('kind', kind), expect_numbers('x', x)));
  }

  /** A feed-forward network with given or with random weights. Dispose of it when done. */
  FeedForward(options: FeedForwardOptions): FeedForward {
    return new FeedForward(this.#raw, this.#lifetime, options);
  }

  /** A random generator, `numpy.random.RandomState(seed)`. Dispose of it when done. */
  RandomState(seed = 0): RandomState {
    return new RandomState(this.#raw, this.#lifetime, seed);
  }

  /** Lets go of the module: every object made from this lab is unusable afterwards, and the memory can be collected. */
  dispose(): void {
    this.#lifetime.disposed = true;
    this.#module = undefined;
  }

  [dispose_symbol](): void {
    this.dispose();
  }
}
