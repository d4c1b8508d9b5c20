/** Public interface of the package except `load`, which differs between Node and browsers. */
export * from './edge/errors.js';
export type {
  AnyFloat32Array,
  OwnFloat32Array,
  OwnFloat64Array,
  OwnInt32Array,
  OwnUint8Array,
  Signal,
  Url,
  WasmModule,
} from './edge/platform_types.js';
export * from './edge/types.js';
export type { PartialWeights } from './edge/weights.js';
export type { LoadOptions } from './load.js';
export type * from './analysis/activation_curves.js';
export type * from './analysis/cost.js';
export type * from './analysis/language_analysis.js';
export type * from './analysis/network_analysis.js';
export type * from './analysis/neurons.js';
export type * from './analysis/tensor_statistics.js';
export * from './layers/attention.js';
export * from './layers/block_stack.js';
export type { ReadFailure } from './files/byte_source.js';
export { Checkpoint } from './files/checkpoint.js';
export type {
  CheckpointBlockOptions,
  CheckpointFeedForwardOptions,
  CheckpointLanguageModelOptions,
  CheckpointOpenOptions,
  FeedForwardTableOptions,
  FeedForwardTablesOptions,
  ReadOptions,
  TensorReadOptions,
} from './files/checkpoint_options.js';
export type * from './files/checkpoint_types.js';
export type { WriteOptions } from './files/safetensors_writer.js';
export type {
  CsvOptions,
  Dataset,
  DatasetLike,
  GridOptions,
  ToyDataKind,
  ToyDataOptions,
} from './training/dataset.js';
export * from './analysis/dropout_run.js';
export * from './analysis/forward_stages.js';
export {
  type BlockOptions,
  FactTable,
  type StrongestPrompts,
  type UnitOptions,
} from './analysis/fact_table.js';
export { Lab } from './lab.js';
export type * from './layers/functional.js';
export {
  LanguageModel,
  type LanguageForwardOptions,
  type LanguageModelOptions,
  type Predictions,
} from './layers/language_model.js';
export type {
  LanguageBlockTrace,
  LanguageModelTrace,
  LanguageModelWeights,
  NextWord,
} from './layers/language_model.js';
export type { NextWordOptions, ToSafetensorsOptions } from './layers/language_model.js';
export * from './training/language_training.js';
export { FeedForward } from './layers/feed_forward.js';
export type * from './layers/feed_forward.js';
export * from './layers/layer_norm.js';
export type { LinearGradients, LinearOptions, LinearWeights } from './layers/linear.js';
export {
  type ForwardOptions,
  type GradientOptions,
  Network,
  type PassOptions,
  type TraceOptions,
} from './layers/network.js';
export type { FeedForwardBehaviour } from './layers/network_options.js';
export { type RandnOptions, RandomState } from './layers/random_state.js';
export {
  type ActivationLayer,
  type DropoutLayer,
  type Layer,
  LinearLayer,
} from './layers/sequential.js';
export type { StateDict, StateDictForm } from './layers/state_dict.js';
export type { BlockSwitches, Indices, Sentence, SwitchOptions } from './layers/sentences.js';
export { Pool } from './pool/pool.js';
export type {
  PoolBackwardOptions,
  PoolForwardOptions,
  PoolInfo,
  PoolOptions,
  PoolProgress,
  PoolSplit,
  PoolTransport,
} from './pool/pool_options.js';
export type { WorkerLike, WorkerOrigin } from './pool/pool_options.js';
export type { NonFinite } from './training/recorded_run.js';
export {
  TrainingRun,
  type OptimizerKind,
  type OptimizerOptions,
  type TrainableWeights,
} from './training/training_run.js';
export type {
  TrainingBehaviour,
  TrainingFromWeights,
  TrainingRunOptions,
  TrainingSizes,
  TrainingTrace,
} from './training/training_run.js';
export { TransformerBlock } from './layers/transformer_block.js';
export type * from './layers/transformer_block.js';
