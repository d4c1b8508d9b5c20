import {
  type ActivationKind,
  type ModuleInstance,
  expect_boolean,
  expect_labels,
  expect_name,
  expect_number,
  expect_string_array,
  expect_tensor,
  expect_text,
  type FeedForwardTrace,
  type FeedForwardWeights,
  flat_tensors,
  make_network,
  network_options,
  option,
  type OptionsOf,
  raw_of,
  type RawModule,
  type RawHandle,
  read_members,
  required,
  type Tensor,
  trainable_names,
  call,
  weights_of,
  type Like,
  type TensorLike,
} from '../edge/index.js';
import {
  behaviour_options,
  type FeedForwardBehaviour,
  init_option,
  layer_options,
  type WithWeights,
} from '../layers/network_options.js';
import { adamw_options, RecordedRun, snapshot_option } from './recorded_run.js';
import type { DatasetLike } from './dataset.js';

/** `sgd` with optional momentum and weight decay, or `adamw`. */
export type OptimizerKind = 'sgd' | 'adamw';

/** Weights of an FFN with its embedding and output layer, in layout (out, in). */
export interface TrainableWeights extends FeedForwardWeights {
  /** Weight of the embedding, (d_model, d_in). */
  readonly w_in: Tensor;
  /** Bias of the embedding, (d_model). */
  readonly b_in?: Tensor;
  /** Weight of the output layer, (d_out, d_model). */
  readonly w_out: Tensor;
  /** Bias of the output layer, (d_out). */
  readonly b_out?: Tensor;
}

/** Tensors of a pass of the whole data set, without dropout. */
export interface TrainingTrace extends Pick<
  FeedForwardTrace,
  'pre_activation' | 'gate' | 'hidden'
> {
  /** Output of the embedding, (n, d_model). */
  readonly embedded: Tensor;
  /** Output of the FFN, (n, d_model). */
  readonly ffn_output: Tensor;
  /** embedded + ffn_output with the shortcut, otherwise ffn_output: (n, d_model). */
  readonly residual: Tensor;
  /** Predictions or logits, (n, d_out). */
  readonly output: Tensor;
}

const optimizer_options = {
  ...adamw_options,
  /** Kind of the optimizer; default `adamw`. */
  optimizer: option(expect_name<OptimizerKind>),
  /** Learning rate; default 0.01. */
  lr: option(expect_number),
  /** Weight decay; default 0. SGD adds it to the gradient; AdamW decouples it from the gradient. */
  weight_decay: option(expect_number),
  /** Momentum of SGD, from 0 to below 1; default 0. */
  momentum: option(expect_number),
  /** Whether SGD uses Nesterov momentum; default false. */
  nesterov: option(expect_boolean),
};

/**
 * Options of the optimizers, with the formulas of PyTorch's `torch.optim.SGD` (without dampening)
 * and `torch.optim.AdamW`.
 */
export interface OptimizerOptions extends OptionsOf<
  typeof optimizer_options & typeof adamw_options
> {}

const dataset_members = {
  inputs: required(expect_tensor),
  targets: option(expect_tensor),
  labels: option(expect_labels),
  classes: option((argument, value) =>
    expect_string_array(argument, value).map((name) => expect_text(argument, name)),
  ),
};

const run_options = {
  ...snapshot_option,
  /** Data set. Labels imply cross-entropy, targets the mean squared error. */
  dataset: required(
    (argument, value) => read_members(argument, value, dataset_members) as DatasetLike,
  ),
  /** Whether the FFN has a shortcut (residual connection); default true. */
  shortcut: option(expect_boolean),
  /**
   * Whether the embedding and the output layer keep their initial weights, so that only the FFN
   * learns; default false.
   */
  freeze_outer: option(expect_boolean),
  /**
   * Examples per batch, from 1 to the size of the data set; default 32, or all examples if there
   * are fewer.
   */
  batch_size: option(expect_number),
  /**
   * Seed of the weights, batches and dropout masks, each of which has its own generator, 0 to 2³² −
   * 1; default 0.
   */
  seed: option(expect_number),
};

const run_sizes = {
  /** Features of the embedding; default 8. */
  d_model: option(expect_number),
  ...layer_options,
  ...init_option,
};

/** Options common to runs with random and with given weights. */
export interface TrainingBehaviour
  extends
    FeedForwardBehaviour,
    OptimizerOptions,
    OptionsOf<typeof run_options & typeof snapshot_option> {}

/**
 * Sizes of a network with random weights. `bias` applies to its embedding and its output layer,
 * too.
 */
export interface TrainingSizes
  extends
    TrainingBehaviour,
    OptionsOf<typeof run_sizes & typeof layer_options & typeof init_option> {}

/** A network with given weights, which determine sizes, biases and gating. */
export interface TrainingFromWeights extends TrainingBehaviour, WithWeights<TrainableWeights> {}

/** Options of a run with random or with given weights. */
export type TrainingRunOptions = TrainingSizes | TrainingFromWeights;

const schema = {
  behaviour: { ...behaviour_options, ...optimizer_options, ...run_options },
  random: run_sizes,
  weights: weights_of(trainable_names),
  sizes: ['d_model', 'd_ff'],
};

/**
 * Training of a network: an embedding (d_in → d_model), the FFN with an optional shortcut, and an
 * output layer (d_model → d_out). Embedding and output layer are linear, so only the FFN is
 * nonlinear. The same options give the same run in one variant; `load({ variant: 'simd' })` gives the
 * same one on every machine.
 */
export class TrainingRun extends RecordedRun<RawHandle> {
  /** Activation of the FFN. */
  declare readonly activation: ActivationKind;
  /** Loss function: `cross_entropy` for labels, `mse` for targets. */
  declare readonly loss: 'mse' | 'cross_entropy';
  /** Features of an input. */
  declare readonly d_in: number;
  /** Features of the embedding. */
  declare readonly d_model: number;
  /** Hidden units of the FFN. */
  declare readonly d_ff: number;
  /** Features of a target, or the number of classes. */
  declare readonly d_out: number;

  /** @internal Use `lab.TrainingRun(options)`. */
  constructor(instance: ModuleInstance, options: TrainingRunOptions) {
    const make = (module: RawModule) =>
      make_network(options, schema, (read) => call<RawHandle>(module, 'make_training_run', read));
    super('TrainingRun', instance, make, [
      'activation',
      'loss',
      'd_in',
      'd_model',
      'd_ff',
      'd_out',
      'parameter_count',
    ]);
  }

  /** Returns the loss over the whole data set, without dropout. */
  data_loss(): number {
    return call(raw_of(this), 'data_loss');
  }

  /** Returns the gradients of `data_loss()` with respect to all weights. */
  data_gradients(): TrainableWeights {
    return call(raw_of(this), 'data_gradients');
  }

  /**
   * Returns the share of correctly classified examples of the data set, 0 to 1.
   * @throws FfnError `invalid_argument` for a regression
   */
  data_accuracy(): number {
    return call(raw_of(this), 'data_accuracy');
  }

  /**
   * Runs the whole data set through the current network, without dropout, and returns all tensors.
   */
  trace_data(): TrainingTrace {
    return call(raw_of(this), 'trace_data');
  }

  /** Computes the output for x (…, d_in), without dropout: predictions or logits (…, d_out). */
  predict(x: TensorLike): Tensor {
    return call(raw_of(this), 'predict', expect_tensor('x', x));
  }

  /**
   * Computes the softmax of the logits for x (…, d_in): probabilities (…, classes).
   * @throws FfnError `invalid_argument` for a regression
   */
  probabilities(x: TensorLike): Tensor {
    return call(raw_of(this), 'probabilities', expect_tensor('x', x));
  }

  /** Returns copies of the current weights. */
  weights(): TrainableWeights {
    return call(raw_of(this), 'weights');
  }

  /**
   * Replaces the weights, which must have the same shapes, and discards the steps recorded after
   * the current one. A run accepts 32 changes; with more than about 87,000 parameters fewer, but at
   * least 4.
   * @throws FfnError `invalid_argument`
   */
  set_weights(weights: Like<TrainableWeights>): void {
    call(raw_of(this), 'set_weights', flat_tensors(weights, trainable_names));
  }

  /**
   * Replaces the learning rate and discards the steps recorded after the current one; counts as a
   * change, see `set_weights`.
   * @throws FfnError `invalid_argument`
   */
  set_lr(lr: number): void {
    call(raw_of(this), 'set_lr', expect_number('lr', lr));
  }
}

/** Creates runs that differ only in their activation. */
export function twin_runs(
  instance: ModuleInstance,
  options: TrainingRunOptions,
  activations: readonly ActivationKind[],
): TrainingRun[] {
  const kinds = expect_string_array('activations', activations) as ActivationKind[];
  const common = network_options(options, schema) as object as TrainingRunOptions;
  const runs: TrainingRun[] = [];
  try {
    for (const activation of kinds) runs.push(new TrainingRun(instance, { ...common, activation }));
  } catch (error) {
    for (const run of runs) run.dispose();
    throw error;
  }
  return runs;
}
