/** Public interface of the package except `load`, which differs between Node and browsers. */
export type {
  AttentionCostOptions,
  CurvePoints,
  DifferenceOptions,
  FeedForwardCostOptions,
  HistogramOptions,
} from './analysis/analysis.js';
export type { ModelOptions, RatioCostOptions, SparsityOptions } from './analysis/analysis.js';
export type * from './analysis/analysis_types.js';
export { Attention } from './layers/attention.js';
export type * from './layers/attention.js';
export { BlockStack } from './layers/block_stack.js';
export type * from './layers/block_stack.js';
export type { ReadFailure } from './files/byte_source.js';
export { Checkpoint } from './files/checkpoint.js';
export type { CheckpointBlockOptions, CheckpointFeedForwardOptions, FeedForwardTableOptions, ReadOptions } from './files/checkpoint.js';
export type { TensorReadOptions, WriteOptions } from './files/checkpoint.js';
export type * from './files/checkpoint_types.js';
export type { CsvOptions, GridOptions, ToyDataOptions } from './training/dataset.js';
export { DropoutRun } from './analysis/dropout_run.js';
export type { DropoutExperiment } from './analysis/dropout_run.js';
export { FfnError } from './edge/errors.js';
export type { FfnErrorCode, FfnErrorDetails } from './edge/errors.js';
export { FeedForward } from './layers/feed_forward.js';
export type {
  BackwardOptions,
  FeedForwardFromWeights,
  FeedForwardOptions,
  FeedForwardSizes,
  GradientCheck,
  GradientCheckOptions,
} from './layers/feed_forward.js';
export { ForwardStages } from './analysis/forward_stages.js';
export type { ForwardStage } from './analysis/forward_stages.js';
export type { FromScratch } from './layers/from_scratch.js';
export type { Dropped, LinearGradients, LinearOptions, LinearWeights } from './layers/functional.js';
export { Lab } from './lab.js';
export { LayerNorm } from './layers/layer_norm.js';
export type * from './layers/layer_norm.js';
export { Network } from './layers/network.js';
export type { ForwardOptions, PassOptions } from './layers/network.js';
export type { AblationOptions, CellOptions, DeadUnitOptions, DimensionConfiguration } from './analysis/network_analysis.js';
export type { IndependenceOptions, NeuronOptions, RankingOptions } from './analysis/network_analysis.js';
export type * from './analysis/network_analysis_types.js';
export type { FeedForwardBehaviour } from './layers/network_options.js';
export { Pool } from './pool/pool.js';
export type * from './pool/pool_types.js';
export { RandomState } from './layers/random_state.js';
export type { RandnOptions } from './layers/random_state.js';
export { LinearLayer } from './layers/sequential.js';
export type { ActivationLayer, DropoutLayer, Layer } from './layers/sequential.js';
export type { StateDict, StateDictForm } from './layers/state_dict.js';
export { TrainingRun } from './training/training_run.js';
export type {
  OptimizerOptions,
  TrainingBehaviour,
  TrainingFromWeights,
  TrainingRunOptions,
  TrainingSizes,
} from './training/training_run.js';
export type * from './training/training_types.js';
export { TransformerBlock } from './layers/transformer_block.js';
export type * from './layers/transformer_block.js';
export type * from './edge/types.js';
export type { PartialWeights } from './edge/weights.js';
