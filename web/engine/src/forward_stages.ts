import { Owned } from './owned.js';
import type { Lifetime } from './owned.js';
import type { RawForwardStages } from './raw_analysis.js';
import type { RawFeedForward, RawModule } from './raw_module.js';
import { value_of } from './raw_module.js';
import type { Tensor } from './types.js';
import { expect_number, expect_string, expect_tensor } from './validate.js';

/** In their order. Of a gated network, `linear1` has both products of x, and `activation` the multiplication by the gate. */
export type ForwardStage = 'linear1' | 'activation' | 'linear2';

/**
 * The stages of a forward pass one by one, so that each can be timed: on the blocks of a pass, which stay in the processor's cache, and with
 * nothing else in between. Copies of the network and of its input are made once; what becomes of them does not matter.
 */
export class ForwardStages extends Owned<RawForwardStages> {
  /** @internal Use `lab.ForwardStages(ffn, x)`. */
  constructor(module: RawModule, lab: Lifetime, ffn: RawFeedForward, x: Tensor) {
    super('ForwardStages', value_of(module.make_forward_stages(ffn, expect_tensor('x', x))), lab);
  }

  /** Does what the stage does in `passes` passes (1 to 1,000,000), and returns nothing: time is all that there is to it. */
  run(stage: ForwardStage, passes = 1): void {
    value_of(this.raw.run(expect_string('stage', stage), expect_number('passes', passes)));
  }
}
