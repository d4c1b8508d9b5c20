import type { Core } from '../edge/core.js';
import { Owned, raw_of } from '../edge/owned.js';
import type { RawRandomState } from '../edge/raw_module.js';
import { value_of } from '../edge/raw_module.js';
import type { OptionsOf } from '../edge/schema.js';
import { option, read_options } from '../edge/schema.js';
import type { Tensor } from '../edge/types.js';
import { expect_number, expect_shape } from '../edge/validate.js';

const randn_options = {
  /** Standard deviation; default 1. */
  scale: option(expect_number, 1),
};

/** Options of `randn`. */
export interface RandnOptions extends OptionsOf<typeof randn_options> {}

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
  randn(shape: readonly number[], options: RandnOptions = {}): Tensor {
    const { scale } = read_options('options', options, randn_options);
    return value_of(raw_of(this).randn(expect_shape('shape', shape), scale));
  }
}
