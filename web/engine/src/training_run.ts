import { expect_dataset } from './dataset.js';
import { behaviour, behaviour_names } from './feed_forward.js';
import type { Core } from './core.js';
import { Owned, raw_of } from './owned.js';
import type { RawModule } from './raw_module.js';
import { value_of } from './raw_module.js';
import type { RawTrainingOptions, RawTrainingRun } from './raw_training.js';
import type { NonFinite, OptimizerOptions, TrainableWeights, TrainingRunOptions, TrainingSizes, TrainingTrace } from './training_types.js';
import type { ActivationKind, Tensor } from './types.js';
import { expect_boolean, expect_number, expect_options, expect_string, expect_string_array, expect_tensor, optional } from './validate.js';
import { flat_tensors, trainable_names, with_sizes_of_weights } from './weights.js';

const optimizer_names = ['optimizer', 'lr', 'weight_decay', 'momentum', 'nesterov', 'beta1', 'beta2', 'eps'] as const;
const size_names = ['d_model', 'd_ff', 'bias', 'gated', 'init', 'weights'] as const;
const run_names = ['dataset', 'shortcut', 'batch_size', 'seed', 'snapshot_every'] as const;

/** @internal */
export const training_option_names = [...behaviour_names, ...optimizer_names, ...size_names, ...run_names] as const;

function optimizer_of({ optimizer, lr, weight_decay, momentum, nesterov, beta1, beta2, eps }: OptimizerOptions) {
  return {
    optimizer: expect_string('optimizer', optimizer, 'adamw'),
    lr: expect_number('lr', lr, 0.01),
    weight_decay: expect_number('weight_decay', weight_decay, 0),
    momentum: expect_number('momentum', momentum, 0),
    nesterov: expect_boolean('nesterov', nesterov, false),
    beta1: expect_number('beta1', beta1, 0.9),
    beta2: expect_number('beta2', beta2, 0.999),
    eps: expect_number('eps', eps, 1e-8),
  };
}

function complete(options: TrainingRunOptions): RawTrainingOptions {
  const { d_model, d_ff, bias, gated, init }: Partial<TrainingSizes> = 'weights' in options ? {} : options;
  return {
    ...behaviour(options),
    ...optimizer_of(options),
    dataset: expect_dataset('dataset', options.dataset),
    weights: 'weights' in options ? flat_tensors(options.weights, trainable_names) : undefined,
    d_model: expect_number('d_model', d_model, 8),
    d_ff: optional(expect_number, 'd_ff', d_ff),
    bias: expect_boolean('bias', bias, true),
    gated: expect_boolean('gated', gated, false),
    init: expect_string('init', init, 'pytorch'),
    shortcut: expect_boolean('shortcut', options.shortcut, true),
    seed: expect_number('seed', options.seed, 0),
    batch_size: optional(expect_number, 'batch_size', options.batch_size),
    snapshot_every: expect_number('snapshot_every', options.snapshot_every, 16),
  };
}

function make(module: RawModule, options: TrainingRunOptions): RawTrainingRun {
  const raw = value_of(module.make_training_run(complete(options)));
  return with_sizes_of_weights(raw, 'weights' in options ? options : {}, ['d_model', 'd_ff']);
}

/**
 * Training of a network: an embedding (d_in → d_model), the FFN with an optional shortcut, and an output layer (d_model → d_out). Embedding
 * and output layer are linear, so only the FFN is nonlinear.
 *
 * Training is deterministic: the same options give the same run. Each step is recorded; `rewind` moves to any recorded step, backward or
 * forward, with bit-identical results. A step that would produce a non-finite value is not executed; `non_finite` then describes that
 * value.
 */
export class TrainingRun extends Owned<RawTrainingRun> {
  /** Activation of the FFN. */
  readonly activation: ActivationKind;
  /** Loss function: `cross_entropy` for labels, `mse` for targets. */
  readonly loss: 'mse' | 'cross_entropy';
  /** Features of an input. */
  readonly d_in: number;
  /** Features of the embedding. */
  readonly d_model: number;
  /** Hidden units of the FFN. */
  readonly d_ff: number;
  /** Features of a target, or the number of classes. */
  readonly d_out: number;
  /** Number of weights and biases. */
  readonly parameter_count: number;

  /** @internal Use `lab.TrainingRun(options)`. */
  constructor(core: Core, options: TrainingRunOptions) {
    super('TrainingRun', core, (module) => make(module, options));
    const raw = raw_of(this);
    this.activation = options.activation ?? 'gelu';
    this.loss = raw.loss;
    this.d_in = raw.d_in;
    this.d_model = raw.d_model;
    this.d_ff = raw.d_ff;
    this.d_out = raw.d_out;
    this.parameter_count = raw.parameter_count;
    Object.freeze(this);
  }

  /** Number of the current step: steps executed since the start. */
  get steps(): number {
    return raw_of(this).steps;
  }

  /** Number of the last recorded step; larger than `steps` after a `rewind`. */
  get recorded_steps(): number {
    return raw_of(this).recorded_steps;
  }

  /** Current learning rate. */
  get lr(): number {
    return raw_of(this).lr;
  }

  /** The non-finite value that prevents the next step, or undefined. To continue, rewind and change the weights or the learning rate. */
  get non_finite(): NonFinite | undefined {
    return value_of(raw_of(this).non_finite());
  }

  /** Executes `count` training steps. Returns the number of executed steps, smaller than `count` if a value became non-finite. */
  step(count = 1): number {
    return value_of(raw_of(this).step(expect_number('count', count)));
  }

  /**
   * Moves to a step from 0 to `recorded_steps`. Moving to a step before a change (`set_weights`, `set_lr`) reverts the change and discards
   * the steps after it.
   * @throws FfnError `invalid_argument` for another step
   */
  rewind(step: number): void {
    value_of(raw_of(this).rewind(expect_number('step', step)));
  }

  /** Returns the loss of every recorded step on its batch, before its update, with dropout. */
  losses(): Float64Array {
    return value_of(raw_of(this).losses());
  }

  /** Returns the loss over the whole data set, without dropout. */
  data_loss(): number {
    return value_of(raw_of(this).data_loss());
  }

  /** Returns the gradients of `data_loss()` with respect to all weights. */
  data_gradients(): TrainableWeights {
    return value_of(raw_of(this).data_gradients());
  }

  /**
   * Returns the share of correctly classified examples of the data set, 0 to 1.
   * @throws FfnError `invalid_argument` for a regression
   */
  data_accuracy(): number {
    return value_of(raw_of(this).data_accuracy());
  }

  /** Runs the whole data set through the current network, without dropout, and returns all tensors. */
  trace_data(): TrainingTrace {
    return value_of(raw_of(this).trace_data());
  }

  /** Returns the rows of the data set in the batch of the next step. */
  next_batch(): Int32Array {
    return value_of(raw_of(this).next_batch());
  }

  /** Computes the output for x (…, d_in), without dropout: predictions or logits (…, d_out). */
  predict(x: Tensor): Tensor {
    return value_of(raw_of(this).predict(expect_tensor('x', x)));
  }

  /**
   * Computes the softmax of the logits for x (…, d_in): probabilities (…, classes).
   * @throws FfnError `invalid_argument` for a regression
   */
  probabilities(x: Tensor): Tensor {
    return value_of(raw_of(this).probabilities(expect_tensor('x', x)));
  }

  /** Returns copies of the current weights. */
  weights(): TrainableWeights {
    return value_of(raw_of(this).weights());
  }

  /**
   * Replaces the weights, which must have the same shapes, and discards the steps recorded after the current one. A run accepts 32 changes;
   * with more than about 87,000 parameters fewer, but at least 4.
   * @throws FfnError `invalid_argument`
   */
  set_weights(weights: TrainableWeights): void {
    value_of(raw_of(this).set_weights(flat_tensors(weights, trainable_names)));
  }

  /**
   * Replaces the learning rate and discards the steps recorded after the current one. A run accepts 32 changes; with more than about 87,000
   * parameters fewer, but at least 4.
   * @throws FfnError `invalid_argument`
   */
  set_lr(lr: number): void {
    value_of(raw_of(this).set_lr(expect_number('lr', lr)));
  }
}

/** Creates runs that differ only in their activation. */
export function twin_runs(core: Core, options: TrainingRunOptions, activations: readonly ActivationKind[]): TrainingRun[] {
  const kinds = expect_string_array('activations', activations) as ActivationKind[];
  const common = expect_options('options', options, training_option_names);
  const runs: TrainingRun[] = [];
  try {
    for (const activation of kinds) runs.push(new TrainingRun(core, { ...common, activation }));
  } catch (error) {
    for (const run of runs) run.dispose();
    throw error;
  }
  return runs;
}
