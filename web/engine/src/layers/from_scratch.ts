import type { RawModule } from '../edge/raw_module.js';
import { value_of } from '../edge/raw_module.js';
import type { ActivationKind, Tensor } from '../edge/types.js';
import { expect_string, expect_tensor } from '../edge/validate.js';

/** Tensors of the three steps of `feed_forward_from_scratch`; leading dimensions as in x. */
export interface FromScratch {
  /** x·W1 + b1, (…, d_ff). */
  readonly h: Tensor;
  /** activation(h), (…, d_ff). */
  readonly h_activated: Tensor;
  /** h_activated·W2 + b2, (…, d_model). */
  readonly y: Tensor;
}

export function feed_forward_from_scratch(
  module: RawModule,
  x: Tensor,
  w1: Tensor,
  b1: Tensor,
  w2: Tensor,
  b2: Tensor,
  activation: ActivationKind,
): FromScratch {
  const first = [expect_tensor('w1', w1), expect_tensor('b1', b1)] as const;
  const second = [expect_tensor('w2', w2), expect_tensor('b2', b2)] as const;
  return value_of(module.feed_forward_from_scratch(expect_tensor('x', x), ...first, ...second, expect_string('activation', activation)));
}
