import { expect_number, expect_string, expect_tensor, Owned, raw_of, call } from '../edge/index.js';
import type { ModuleInstance, RawFeedForward, RawHandle, TensorLike } from '../edge/index.js';

/**
 * The stages of a forward pass, in their order. In a gated network `linear1` includes both products
 * of x, and `activation` the multiplication by the gate.
 */
export type ForwardStage = 'linear1' | 'activation' | 'linear2';

/**
 * Executes the stages of a forward pass separately, so that each can be timed. A stage computes in
 * the same blocks of tokens as a pass; they fit into the processor's cache. The object copies the
 * network and the input; later changes to them have no effect.
 */
export class ForwardStages extends Owned<RawHandle> {
  /** @internal Use `lab.ForwardStages(ffn, x)`. */
  constructor(instance: ModuleInstance, ffn: RawFeedForward, x: TensorLike) {
    super('ForwardStages', instance, (module) =>
      call(module, 'make_forward_stages', ffn, expect_tensor('x', x)),
    );
  }

  /**
   * Executes the stage `passes` times (1 to 1,000,000). Returns nothing: only the duration matters.
   */
  run(stage: ForwardStage, passes = 1): void {
    call(raw_of(this), 'run', expect_string('stage', stage), expect_number('passes', passes));
  }
}
