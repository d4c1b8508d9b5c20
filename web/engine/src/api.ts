/** Public interface of the package except `load`, which differs between Node and browsers. */
export type { AttentionCostOptions, CurvePoints, DifferenceOptions, FeedForwardCostOptions, HistogramOptions } from './analysis.js';
export type { ModelOptions, RatioCostOptions, SparsityOptions } from './analysis.js';
export type * from './analysis_types.js';
export { Attention } from './attention.js';
export type * from './attention.js';
export { BlockStack } from './block_stack.js';
export type * from './block_stack.js';
export type { ReadFailure } from './byte_source.js';
export { Checkpoint } from './checkpoint.js';
export type { CheckpointBlockOptions, CheckpointFeedForwardOptions, FeedForwardTableOptions, ReadOptions } from './checkpoint.js';
export type { TensorReadOptions, WriteOptions } from './checkpoint.js';
export type * from './checkpoint_types.js';
export type { CsvOptions, GridOptions, ToyDataOptions } from './dataset.js';
export { DropoutRun } from './dropout_run.js';
export type { DropoutExperiment } from './dropout_run.js';
export { FfnError } from './errors.js';
export type { FfnErrorCode, FfnErrorDetails } from './errors.js';
export { FeedForward } from './feed_forward.js';
export type {
  BackwardOptions,
  FeedForwardFromWeights,
  FeedForwardOptions,
  FeedForwardSizes,
  GradientCheckOptions,
} from './feed_forward.js';
export { ForwardStages } from './forward_stages.js';
export type { ForwardStage } from './forward_stages.js';
export type { FromScratch } from './from_scratch.js';
export type { Dropped, LinearGradients, LinearOptions, LinearWeights } from './functional.js';
export { Lab } from './lab.js';
export { LayerNorm } from './layer_norm.js';
export type * from './layer_norm.js';
export { Network } from './network.js';
export type { ForwardOptions, PassOptions } from './network.js';
export type { AblationOptions, CellOptions, DeadUnitOptions, DimensionConfiguration } from './network_analysis.js';
export type { IndependenceOptions, NeuronOptions, RankingOptions } from './network_analysis.js';
export type * from './network_analysis_types.js';
export type { FeedForwardBehaviour } from './network_options.js';
export { Pool } from './pool.js';
export type * from './pool_types.js';
export { RandomState } from './random_state.js';
export type { RandnOptions } from './random_state.js';
export { LinearLayer } from './sequential.js';
export type { ActivationLayer, DropoutLayer, Layer } from './sequential.js';
export type { StateDict, StateDictForm } from './state_dict.js';
export { TrainingRun } from './training_run.js';
export type { OptimizerOptions, TrainingBehaviour, TrainingFromWeights, TrainingRunOptions, TrainingSizes } from './training_run.js';
export type * from './training_types.js';
export { TransformerBlock } from './transformer_block.js';
export type * from './transformer_block.js';
export type * from './types.js';
export type { PartialWeights } from './weights.js';
