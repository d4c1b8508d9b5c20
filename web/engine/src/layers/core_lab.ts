/** The base class of `Lab`: the running module, its state, and what needs no other part of the package. */
import {
  dispose_symbol,
  expect_core,
  expect_numbers,
  expect_string,
  raw_of_own,
  call,
  wrong_type,
  not_posted,
} from '../edge/index.js';
import type {
  ActivationCurve,
  ActivationKind,
  Backend,
  Core,
  LabInfo,
  RawFeedForward,
  RawModule,
} from '../edge/index.js';
import { FeedForward, type FeedForwardOptions } from './feed_forward.js';
import { RandomState } from './random_state.js';

/** Returns the core of a lab. */
export let core_of_lab: (lab: CoreLab) => Core;

/** Returns the module of a lab. @throws FfnError `disposed` */
export const module_of = (lab: CoreLab): RawModule => core_of_lab(lab).raw;

/** A running WebAssembly module with feed-forward networks, activations and random numbers. */
export abstract class CoreLab {
  readonly #core: Core;

  static {
    core_of_lab = (lab) => lab.#core;
  }

  /** @internal Use `load()`. */
  constructor(core: Core) {
    this.#core = expect_core('Lab', core, 'load()');
  }

  /**
   * Returns the running build, the reasons against better ones, and the size of the WebAssembly
   * memory.
   */
  readonly info = (): LabInfo => {
    const { raw, variant, refused, build, sha256, memory, memory_limit } = this.#core.running;
    const version = call<string>(raw, 'version');
    return {
      variant,
      version,
      build,
      sha256,
      heap_bytes: memory.buffer.byteLength,
      memory_limit,
      refused,
    };
  };

  /**
   * Implementation of the matrix products of this lab's networks, forward and backward: `tiles`
   * (the default) or, for comparison, `eigen`. Workers of pools always use `tiles`.
   */
  get backend(): Backend {
    return call(module_of(this), 'eigen_products') ? 'eigen' : 'tiles';
  }

  /**
   * Replaces the implementation for all later computations. @throws FfnError `invalid_type` for an
   * unknown backend
   */
  set backend(backend: Backend) {
    if (backend !== 'tiles' && backend !== 'eigen')
      throw wrong_type('backend', backend, '"tiles" or "eigen"');
    call(module_of(this), 'set_eigen_products', backend === 'eigen');
  }

  /**
   * Returns value and derivative of an activation at each point. Plain numbers are first rounded to
   * float32.
   */
  readonly activation = (
    kind: ActivationKind,
    x: Float32Array | readonly number[],
  ): ActivationCurve =>
    call(module_of(this), 'activation', expect_string('kind', kind), expect_numbers('x', x));
  /** Creates a feed-forward network with given or random weights. Dispose of it when done. */
  readonly FeedForward = (options: FeedForwardOptions): FeedForward =>
    new FeedForward(core_of_lab(this), options);
  /**
   * Creates a random number generator, `numpy.random.RandomState(seed)`. Dispose of it when done.
   */
  readonly RandomState = (seed = 0): RandomState => new RandomState(core_of_lab(this), seed);
  /**
   * Releases the module. All objects created by this lab become unusable, and their memory can be
   * garbage-collected.
   */
  readonly dispose = (): void => core_of_lab(this).dispose();
  /** Calls `dispose()`, for `using`. */
  readonly [dispose_symbol] = (): void => this.dispose();
}

/**
 * Returns the C++ object of the argument `ffn`. @throws FfnError `invalid_type` unless it is a
 * network of that lab
 */
export const raw_network_of = (lab: CoreLab, ffn: unknown): RawFeedForward =>
  raw_of_own(core_of_lab(lab), FeedForward, 'FeedForward', 'ffn', ffn);

/**
 * Freezes a lab. Its methods are arrow functions, so that they can be destructured; they are not
 * listed as properties.
 */
export function finished<Lab extends CoreLab>(lab: Lab): Lab {
  for (const name of Reflect.ownKeys(lab)) Object.defineProperty(lab, name, { enumerable: false });
  return Object.freeze(Object.assign(lab, not_posted));
}
