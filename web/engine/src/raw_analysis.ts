/**
 * Functions of the WebAssembly module for the analyses (src/bindings/analysis.cpp, network_analysis.cpp, dropout_statistics.cpp). Internal.
 */
import type {
  ActivationCurves,
  ActivationDifference,
  ActivationLandmarks,
  AttentionCost,
  Difference,
  FeedForwardCost,
  Histogram,
  LargestDifference,
  ModelCost,
  RatioCost,
  Sparsity,
  Summary,
} from './analysis_types.js';
import type {
  Ablation,
  DeadUnits,
  DimensionReport,
  DotTrace,
  DropoutStatistics,
  ForwardComparison,
  ForwardStatistics,
  Independence,
  Neuron,
  NeuronRanking,
} from './network_analysis_types.js';
import type { RawFeedForward, RawHandle, RawResult } from './raw_module.js';
import type { Tensor } from './types.js';

/** Complete and type-checked options for the module. */
export type RawOptions = Readonly<Record<string, number | string | boolean | readonly number[] | undefined>>;

/** Class DropoutRun (src/bindings/dropout_statistics.cpp). */
export interface RawDropoutRun extends RawHandle {
  readonly passes: number;
  advance(count: number): RawResult<number>;
  statistics(): RawResult<DropoutStatistics>;
}

/** Class ForwardStages (src/bindings/forward_stages.cpp). */
export interface RawForwardStages extends RawHandle {
  run(stage: string, passes: number): RawResult<undefined>;
}

export interface RawAnalysisModule {
  activation_landmarks(kind: string): RawResult<ActivationLandmarks>;
  largest_difference(a: string, b: string): RawResult<LargestDifference>;
  compare_activations(kinds: readonly string[], points: RawOptions): RawResult<ActivationCurves>;
  activation_difference(a: string, b: string, points: RawOptions): RawResult<ActivationDifference>;
  feed_forward_cost(d_model: number, d_ff: number | undefined, bias: boolean, gated: boolean): RawResult<FeedForwardCost>;
  ratio_costs(d_model: number, ratios: readonly number[], bias: boolean): RawResult<RatioCost[]>;
  attention_cost(options: RawOptions): RawResult<AttentionCost>;
  model_cost(options: RawOptions): RawResult<ModelCost>;
  summarize(tensor: Tensor): RawResult<Summary>;
  mean_absolute_difference(a: Tensor, b: Tensor): RawResult<number>;
  difference(a: Tensor, b: Tensor, percents: readonly number[] | undefined): RawResult<Difference>;
  difference_by_token(a: Tensor, b: Tensor): RawResult<Difference[]>;
  percentiles(tensor: Tensor, percents: readonly number[]): RawResult<Float64Array>;
  histogram(tensor: Tensor, bins: number, range: readonly number[] | undefined): RawResult<Histogram>;
  sparsity(tensor: Tensor, threshold: number): RawResult<Sparsity>;
  dimension_check(configuration: RawOptions): RawResult<DimensionReport>;
  dimension_grid(configurations: readonly RawOptions[] | undefined): RawResult<DimensionReport[]>;
  independence(ffn: RawFeedForward, x: Tensor, options: RawOptions): RawResult<Independence>;
  make_dropout_run(ffn: RawFeedForward, x: Tensor, options: RawOptions): RawResult<RawDropoutRun>;
  make_forward_stages(ffn: RawFeedForward, x: Tensor): RawResult<RawForwardStages>;
  dead_units(trace: { pre_activation: Tensor; hidden: Tensor }, activation: string, threshold: number): RawResult<DeadUnits>;
  rank_neurons(ffn: RawFeedForward, hidden_dropped: Tensor, token: number | undefined, top: number): RawResult<NeuronRanking>;
  neuron(ffn: RawFeedForward, trace: { pre_activation: Tensor; hidden_dropped: Tensor }, token: number, neuron: number): RawResult<Neuron>;
  ablate(ffn: RawFeedForward, x: Tensor, options: RawOptions): RawResult<Ablation>;
  trace_dot(ffn: RawFeedForward, input: Tensor, options: RawOptions): RawResult<DotTrace>;
  forward_statistics(ffn: RawFeedForward, x: Tensor): RawResult<ForwardStatistics>;
  compare_forward(ffn: RawFeedForward, x: Tensor, a: string, b: string): RawResult<ForwardComparison>;
}
