/** Losses as standalone functions. A TrainingRun chooses its loss by the type of its data. */
import type { RawModule } from '../edge/raw_module.js';
import { value_of } from '../edge/raw_module.js';
import type { LossAndGradient } from './training_types.js';
import type { Tensor } from '../edge/types.js';
import { expect_labels, expect_tensor } from '../edge/validate.js';

export function mse_loss(module: RawModule, prediction: Tensor, target: Tensor): LossAndGradient {
  return value_of(module.mse_loss(expect_tensor('prediction', prediction), expect_tensor('target', target)));
}

export function cross_entropy(module: RawModule, logits: Tensor, labels: Int32Array | readonly number[]): LossAndGradient {
  return value_of(module.cross_entropy(expect_tensor('logits', logits), expect_labels('labels', labels)));
}
