/** The checks of training: the losses, and runs with each optimiser. */
import type { OptimizerOptions } from 'ffn-lab';
import type { Given } from '../../compute/recipe.ts';
import {
  absolute,
  compare_all,
  relative,
  renamed,
  tensor_named,
  tensors_named,
  vector,
} from './check.ts';
import type { CheckRow, Golden } from './check.ts';

export function loss({ lab }: Given, golden: Golden): CheckRow[] {
  const mse = lab.mse_loss(tensor_named(golden, 'prediction'), tensor_named(golden, 'target'));
  const cross_entropy = lab.cross_entropy(tensor_named(golden, 'logits'), [
    ...tensor_named(golden, 'labels').data,
  ]);
  return [
    // The core computes a loss in float64: rounded to float32, it differs from PyTorch's by at most
    // one unit in the last place.
    ...compare_all(lab, golden, relative(1.2e-7), {
      mse: vector([mse.loss]),
      cross_entropy: vector([cross_entropy.loss]),
    }),
    ...compare_all(lab, golden, absolute(3e-8), { grad_prediction: mse.grad }),
    ...compare_all(lab, golden, absolute(1e-8), { grad_logits: cross_entropy.grad }),
  ];
}

/** Optimiser options of the training runs, as in training_golden.py; the loss is in the name. */
const trainings = {
  sgd_nesterov_cross_entropy: {
    optimizer: 'sgd',
    lr: 0.02,
    momentum: 0.8,
    nesterov: true,
    weight_decay: 0.01,
  },
  adamw_decay_cross_entropy: {
    optimizer: 'adamw',
    lr: 0.1,
    weight_decay: 0.2,
    beta1: 0.8,
    beta2: 0.95,
    eps: 1e-4,
  },
  adamw_mse: { optimizer: 'adamw', lr: 0.03, weight_decay: 0 },
} as const satisfies Readonly<Record<string, OptimizerOptions>>;

/** Compares losses and weights after twelve steps of each run in `trainings`. */
export function training({ lab }: Given, golden: Golden): CheckRow[] {
  const inputs = tensor_named(golden, 'x');
  const labels = [...tensor_named(golden, 'labels').data];
  const weights = tensors_named(golden, ['w_in', 'b_in', 'w1', 'b1', 'w2', 'b2', 'w_out', 'b_out']);
  return Object.entries(trainings).flatMap(([suffix, options]) => {
    const dataset = suffix.endsWith('_mse')
      ? { inputs, targets: tensor_named(golden, 'target') }
      : { inputs, labels };
    const run = lab.TrainingRun({ dataset, weights, batch_size: 11, ...options });
    run.step(12);
    return [
      ...compare_all(lab, golden, absolute(3e-6), { [`losses_${suffix}`]: vector(run.losses()) }),
      ...compare_all(lab, golden, relative(5e-6), renamed(run.weights(), `{}_${suffix}`)),
    ];
  });
}
