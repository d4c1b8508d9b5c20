/** Declarations of the functions that src/bindings/training_data.cpp and training_run.cpp export. Internal, like raw_module.ts. */
import type { RawBehaviour, RawFeedForward, RawHandle, RawResult } from './raw_module.js';
import type { Dataset, GradientCheck, LossAndGradient, NonFinite, TrainableWeights, TrainingTrace } from './training_types.js';
import type { Tensor } from './types.js';

export interface RawTrainingRun extends RawHandle {
  readonly steps: number;
  readonly recorded_steps: number;
  readonly lr: number;
  readonly d_in: number;
  readonly d_out: number;
  readonly d_model: number;
  readonly d_ff: number;
  readonly parameter_count: number;
  readonly loss: 'mse' | 'cross_entropy';
  step(count: number): RawResult<number>;
  rewind(step: number): RawResult<undefined>;
  losses(): RawResult<Float64Array>;
  non_finite(): RawResult<NonFinite | undefined>;
  set_lr(lr: number): RawResult<undefined>;
  set_weights(weights: RawWeights): RawResult<undefined>;
  weights(): RawResult<TrainableWeights>;
  next_batch(): RawResult<Int32Array>;
  trace_data(): RawResult<TrainingTrace>;
  data_loss(): RawResult<number>;
  data_gradients(): RawResult<TrainableWeights>;
  data_accuracy(): RawResult<number>;
  predict(x: Tensor): RawResult<Tensor>;
  probabilities(x: Tensor): RawResult<Tensor>;
}

export type RawWeights = Readonly<Record<string, Tensor | undefined>>;

/** Complete and type-checked options for the module; only options without a fixed default may be undefined. */
export interface RawTrainingOptions extends RawBehaviour {
  readonly dataset: Dataset;
  readonly weights: RawWeights | undefined;
  readonly d_model: number;
  readonly d_ff: number | undefined;
  readonly bias: boolean;
  readonly gated: boolean;
  readonly shortcut: boolean;
  readonly init: string;
  readonly seed: number;
  readonly optimizer: string;
  readonly lr: number;
  readonly weight_decay: number;
  readonly momentum: number;
  readonly nesterov: boolean;
  readonly beta1: number;
  readonly beta2: number;
  readonly eps: number;
  readonly batch_size: number | undefined;
  readonly snapshot_every: number;
}

export interface RawToyDataOptions {
  readonly kind: string;
  readonly n: number;
  readonly noise: number;
  readonly seed: number;
  readonly coefficients: readonly number[] | undefined;
}

export interface RawCsvOptions {
  readonly separator: string | undefined;
  readonly header: boolean | undefined;
  readonly task: string;
  readonly targets: number;
}

export interface RawTrainingModule {
  toy_dataset(options: RawToyDataOptions): RawResult<Dataset>;
  dataset_from_csv(utf8: Uint8Array, options: RawCsvOptions): RawResult<Dataset>;
  grid(d_in: number, low: number, high: number, points: number): RawResult<Tensor>;
  mse_loss(prediction: Tensor, target: Tensor): RawResult<LossAndGradient>;
  cross_entropy(logits: Tensor, labels: Int32Array | readonly number[]): RawResult<LossAndGradient>;
  gradient_check(ffn: RawFeedForward, x: Tensor, step: number, seed: number): RawResult<GradientCheck[]>;
  make_training_run(options: RawTrainingOptions): RawResult<RawTrainingRun>;
}
