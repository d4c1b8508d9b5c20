import { expect_dataset } from './dataset.js';
import { behaviour, behaviour_names } from './feed_forward.js';
import { Owned } from './owned.js';
import type { Lifetime } from './owned.js';
import type { RawModule } from './raw_module.js';
import { value_of } from './raw_module.js';
import type { RawTrainingOptions, RawTrainingRun } from './raw_training.js';
import type { NonFinite, OptimizerOptions, TrainableWeights, TrainingRunOptions, TrainingSizes, TrainingTrace } from './training_types.js';
import type { ActivationKind, Tensor } from './types.js';
import { expect_boolean, expect_number, expect_options, expect_string, expect_string_array, expect_tensor, optional } from './validate.js';
import { flat_tensors, trainable_names } from './weights.js';

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

/**
 * A network in training: an embedding (d_in → d_model), the FFN with its shortcut, an output layer (d_model → d_out). The two outer layers are
 * linear: every bend in what is learned is the FFN's own.
 *
 * Deterministic: the same options give the same run. Each step is recorded, and `rewind` goes to any recorded one, back or
 * forth, with the same bits as at the first time. A step in which a value stops being finite is not done; `non_finite` says what
 * it was.
 */
export class TrainingRun extends Owned<RawTrainingRun> {
  /** Of the FFN. */
  readonly activation: ActivationKind;
  /** What is minimised: `cross_entropy` for labels, `mse` for targets. */
  readonly loss: 'mse' | 'cross_entropy';
  /** Width of the inputs. */
  readonly d_in: number;
  /** Width of the embedding. */
  readonly d_model: number;
  /** Hidden units of the FFN. */
  readonly d_ff: number;
  /** Width of the targets, or the number of classes. */
  readonly d_out: number;
  /** Weights and biases. */
  readonly parameter_count: number;

  /** @internal Use `lab.TrainingRun(options)`. */
  constructor(module: RawModule, lab: Lifetime, options: TrainingRunOptions) {
    const raw = value_of(module.make_training_run(complete(options)));
    super('TrainingRun', raw, lab);
    this.activation = options.activation ?? 'gelu';
    this.loss = raw.loss;
    this.d_in = raw.d_in;
    this.d_model = raw.d_model;
    this.d_ff = raw.d_ff;
    this.d_out = raw.d_out;
    this.parameter_count = raw.parameter_count;
  }

  /** Steps done at this point of the run. */
  get steps(): number {
    return this.raw.steps;
  }

  /** The last step recorded: beyond `steps` after a `rewind`. */
  get recorded_steps(): number {
    return this.raw.recorded_steps;
  }

  /** Learning rate. */
  get lr(): number {
    return this.raw.lr;
  }

  /** Set while the run stands before a step that failed: the run goes no further; rewind and change something. */
  get non_finite(): NonFinite | undefined {
    return value_of(this.raw.non_finite());
  }

  /** Trains on from here. Returns how many steps were done: fewer than `count` when a value stopped being finite. */
  step(count = 1): number {
    return value_of(this.raw.step(expect_number('count', count)));
  }

  /** Goes to a step from 0 to `recorded_steps`. Going to before a change (`set_weights`, `set_lr`) undoes the change and what followed. */
  rewind(step: number): void {
    value_of(this.raw.rewind(expect_number('step', step)));
  }

  /** Loss of every recorded step, on its batch and before its update, dropout included. */
  losses(): Float64Array {
    return value_of(this.raw.losses());
  }

  /** Loss over the whole data set, without dropout. */
  data_loss(): number {
    return value_of(this.raw.data_loss());
  }

  /** Share of the data set classified rightly, 0 to 1; for labels only. */
  data_accuracy(): number {
    return value_of(this.raw.data_accuracy());
  }

  /** The whole data set through the network as it is, without dropout. */
  trace_data(): TrainingTrace {
    return value_of(this.raw.trace_data());
  }

  /** Rows of the data set that the next step trains on. */
  next_batch(): Int32Array {
    return value_of(this.raw.next_batch());
  }

  /** x (…, d_in) → (…, d_out), without dropout: fitted values, or logits. */
  predict(x: Tensor): Tensor {
    return value_of(this.raw.predict(expect_tensor('x', x)));
  }

  /** x (…, d_in) → (…, classes), the softmax of the logits; for labels only. */
  probabilities(x: Tensor): Tensor {
    return value_of(this.raw.probabilities(expect_tensor('x', x)));
  }

  /** Copies of the weights that the network has. */
  weights(): TrainableWeights {
    return value_of(this.raw.weights());
  }

  /**
   * Other weights of the same shapes from here on; what was recorded after this step is forgotten. A run takes 32 changes, of more than some
   * 87,000 parameters fewer, but 4 always.
   */
  set_weights(weights: TrainableWeights): void {
    value_of(this.raw.set_weights(flat_tensors(weights, trainable_names)));
  }

  /**
   * Another learning rate from here on; what was recorded after this step is forgotten. A run takes 32 changes, of more than some
   * 87,000 parameters fewer, but 4 always.
   */
  set_lr(lr: number): void {
    value_of(this.raw.set_lr(expect_number('lr', lr)));
  }
}

/** Runs that differ in nothing but the activation. */
export function twin_runs(
  module: RawModule,
  lab: Lifetime,
  options: TrainingRunOptions,
  activations: readonly ActivationKind[],
): TrainingRun[] {
  const kinds = expect_string_array('activations', activations) as ActivationKind[];
  const common = expect_options('options', options, training_option_names);
  const runs: TrainingRun[] = [];
  try {
    for (const activation of kinds) runs.push(new TrainingRun(module, lab, { ...common, activation }));
  } catch (error) {
    for (const run of runs) run.dispose();
    throw error;
  }
  return runs;
}
