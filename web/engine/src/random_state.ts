import type { Core } from './core.js';
import { Owned, raw_of } from './owned.js';
import type { RawRandomState } from './raw_module.js';
import { value_of } from './raw_module.js';
import type { Tensor } from './types.js';
import { expect_number, expect_options, expect_shape } from './validate.js';

/**
 * Random number generator of `numpy.random.RandomState`: MT19937 with NumPy's legacy transforms. Its numbers are the same in every build.
 */
export class RandomState extends Owned<RawRandomState> {
  /** @internal Use `lab.RandomState(seed)`. */
  constructor(core: Core, seed: number) {
    super('RandomState', core, (module) => value_of(module.make_random_state(expect_number('seed', seed))));
    Object.freeze(this);
  }

  /** Returns `rng.randn(*shape) * scale`: standard normal numbers, scaled in double precision and rounded once to float32. */
  randn(shape: readonly number[], options: { readonly scale?: number } = {}): Tensor {
    const { scale } = expect_options('options', options, ['scale']);
    return value_of(raw_of(this).randn(expect_shape('shape', shape), expect_number('scale', scale, 1)));
  }
}
