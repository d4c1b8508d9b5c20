import type { RawModule } from '../edge/raw_module.js';
import { value_of } from '../edge/raw_module.js';
import type { Tensor } from '../edge/types.js';
import { expect_tensor } from '../edge/validate.js';

/** Returns the softmax over the last axis. */
export function softmax(module: RawModule, x: Tensor): Tensor {
  return value_of(module.softmax(expect_tensor('x', x)));
}

/** Returns the gradient of sum(y · grad_y) with respect to x, for y = softmax(x). */
export function softmax_backward(module: RawModule, y: Tensor, grad_y: Tensor): Tensor {
  return value_of(module.softmax_backward(expect_tensor('y', y), expect_tensor('grad_y', grad_y)));
}
