import {
  expect_number,
  expect_shape,
  option,
  Owned,
  raw_of,
  raw_of_own,
  read_options,
  call,
} from '../edge/index.js';
import type { ModuleInstance, OptionsOf, RawHandle, Tensor } from '../edge/index.js';

const randn_options = {
  /** Standard deviation; default 1. */
  scale: option(expect_number),
};

/** Options of `randn`. */
export interface RandnOptions extends OptionsOf<typeof randn_options> {}

/**
 * Random number generator of `numpy.random.RandomState`: MT19937 with NumPy's legacy transforms.
 * Its numbers are the same in every build.
 */
export class RandomState extends Owned<RawHandle> {
  /** @internal Use `lab.RandomState(seed)`. */
  constructor(instance: ModuleInstance, seed: number) {
    super('RandomState', instance, (module) =>
      call(module, 'make_random_state', expect_number('seed', seed)),
    );
  }

  /**
   * Returns `rng.randn(*shape) * scale`: standard normal numbers, scaled in double precision and
   * rounded once to float32.
   */
  randn(shape: readonly number[], options: RandnOptions = {}): Tensor {
    return call(
      raw_of(this),
      'randn',
      expect_shape('shape', shape),
      read_options(options, randn_options),
    );
  }
}

/**
 * @internal Returns the C++ generator. @throws FfnError `invalid_type` unless `rng` is a generator
 * of that lab
 */
export const expect_generator = (
  instance: ModuleInstance,
  argument: string,
  rng: unknown,
): RawHandle => raw_of_own(instance, RandomState, 'RandomState', argument, rng);
