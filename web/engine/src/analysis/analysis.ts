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
import { CoreLab, module_of } from '../layers/core_lab.js';
import {
  expect_boolean,
  expect_number,
  expect_number_array,
  expect_string,
  expect_string_array,
  expect_strings,
  expect_tensor,
  expect_tensors,
  option,
  read_options,
  required,
  call,
  wrong_type,
} from '../edge/index.js';
import type { ActivationKind, OptionsOf, Tensor } from '../edge/index.js';
import {
  bias_option,
  causal_option,
  qkv_bias_option,
  size_options,
  width_option,
} from '../layers/network_options.js';

const curve_points = {
  /** First point; default −3. */
  low: option(expect_number),
  /** Last point; default 3. */
  high: option(expect_number),
  /** Number of points, 2 to 1,000,000; default 1000. */
  points: option(expect_number),
};

/** Points at which curves are evaluated: `numpy.linspace(low, high, points)`. */
export interface CurvePoints extends OptionsOf<typeof curve_points> {}

/** Sizes of a feed-forward network. */
export interface FeedForwardCostOptions extends OptionsOf<typeof size_options> {}

const ratio_cost_options = {
  ...width_option,
  /** Ratios d_ff / d_model, one for each result; default 1, 2, 4, 8. */
  ratios: option<readonly number[]>(expect_number_array),
  ...bias_option,
};

/** Sizes of feed-forward networks that differ in their number of hidden units. */
export interface RatioCostOptions extends OptionsOf<
  typeof ratio_cost_options & typeof width_option & typeof bias_option
> {}

const attention_cost_options = {
  ...width_option,
  /** Tokens of a sequence. */
  seq_len: required(expect_number),
  ...causal_option,
  ...qkv_bias_option,
};

/** Sizes of an attention layer and of its sequences. */
export interface AttentionCostOptions extends OptionsOf<
  typeof attention_cost_options &
    typeof width_option &
    typeof causal_option &
    typeof qkv_bias_option
> {}

const model_options = {
  /** Number of Transformer blocks; default 12. */
  n_layers: option(expect_number),
  /** Features of a token; default 768. */
  d_model: option(expect_number),
  /** Hidden units of each feed-forward network; default 4 × d_model. */
  d_ff: option(expect_number),
  /** Size of the vocabulary; default 50257. */
  n_vocab: option(expect_number),
  /** Number of positions; default 1024. */
  n_context: option(expect_number),
  /** Whether the output layer shares the token embedding's weights; default true. */
  tied_embedding: option(expect_boolean),
  ...qkv_bias_option,
};

/** Sizes of a GPT-2 model; the defaults are those of the smallest published model. */
export interface ModelOptions extends OptionsOf<typeof model_options & typeof qkv_bias_option> {}

const difference_options = {
  /** Percentiles of |a − b| to return, 0 to 100. */
  percentiles: option<readonly number[]>(expect_number_array),
};

/** Options of `lab.difference`. */
export interface DifferenceOptions extends OptionsOf<typeof difference_options> {}

function expect_range(
  argument: string,
  value: unknown,
): readonly [number, number] | 'edge_at_zero' {
  if (value === 'edge_at_zero') return value;
  const [low, high, ...others] =
    typeof value === 'string' ? [] : expect_number_array(argument, value);
  if (low === undefined || high === undefined || others.length > 0)
    throw wrong_type(argument, value, '[low, high] or "edge_at_zero"');
  return [low, high];
}

const histogram_options = {
  /** Number of bins, 1 to 65536; default 10. */
  bins: option(expect_number),
  /**
   * Range [low, high]; default: the smallest range that contains all finite elements, as in NumPy.
   * 'edge_at_zero': the same, at most a bin wider, so that 0 is exactly an edge and no bin counts
   * elements of both signs; needs two bins or more.
   */
  range: option(expect_range),
};

/** Bins and range of a histogram. */
export interface HistogramOptions extends OptionsOf<typeof histogram_options> {}

const sparsity_options = {
  /** An element is small if |element| < threshold; default 0.001. */
  threshold: option(expect_number),
};

/** Criterion for small elements. */
export interface SparsityOptions extends OptionsOf<typeof sparsity_options> {}

/** Analyses of activations, costs and tensors, which need no network. Base class of `Lab`. */
export abstract class LabAnalysis extends CoreLab {
  /**
   * Returns the minimum of a smooth activation and the extrema of its derivative on [−10, 10].
   * @throws FfnError `invalid_argument` for `relu`
   */
  readonly activation_landmarks = (kind: ActivationKind): ActivationLandmarks =>
    call(module_of(this), 'activation_landmarks', expect_string('kind', kind));
  /**
   * Returns the points of [−10, 10] at which two activations, and their derivatives, differ most.
   */
  readonly largest_difference = (a: ActivationKind, b: ActivationKind): LargestDifference =>
    call(module_of(this), 'largest_difference', ...expect_strings({ a, b }));
  /**
   * Returns values and derivatives of activations at `numpy.linspace(low, high, points)`, computed
   * in double precision.
   */
  readonly compare_activations = (
    kinds: readonly ActivationKind[],
    options: CurvePoints = {},
  ): ActivationCurves =>
    call(
      module_of(this),
      'compare_activations',
      expect_string_array('kinds', kinds),
      read_options(options, curve_points),
    );
  /**
   * Returns a(x) − b(x) and a′(x) − b′(x) at `numpy.linspace(low, high, points)`, computed in
   * double precision.
   */
  readonly activation_difference = (
    a: ActivationKind,
    b: ActivationKind,
    options: CurvePoints = {},
  ): ActivationDifference =>
    call(
      module_of(this),
      'activation_difference',
      ...expect_strings({ a, b }),
      read_options(options, curve_points),
    );
  /**
   * Returns the numbers of parameters and operations of a network of these sizes without creating
   * the network.
   */
  readonly feed_forward_cost = (options: FeedForwardCostOptions): FeedForwardCost =>
    call(module_of(this), 'feed_forward_cost', read_options(options, size_options));
  /**
   * Returns the costs of networks with d_ff = ratio × d_model, one for each ratio; default ratios
   * 1, 2, 4, 8.
   */
  readonly ratio_costs = (options: RatioCostOptions): RatioCost[] =>
    call(module_of(this), 'ratio_costs', read_options(options, ratio_cost_options));
  /**
   * Returns the number of parameters of an attention layer and its operations per token, averaged
   * over a sequence.
   */
  readonly attention_cost = (options: AttentionCostOptions): AttentionCost =>
    call(module_of(this), 'attention_cost', read_options(options, attention_cost_options));
  /**
   * Returns the numbers of parameters of a GPT-2 model; without options for the smallest one,
   * 124,439,808 in all.
   */
  readonly model_cost = (options: ModelOptions = {}): ModelCost =>
    call(module_of(this), 'model_cost', read_options(options, model_options));
  /** Returns mean, standard deviation, extrema and share of negative values over all elements. */
  readonly summarize = (tensor: Tensor): Summary =>
    call(module_of(this), 'summarize', expect_tensor('tensor', tensor));
  /**
   * Returns the mean of |a − b| over all elements. Both tensors must have the same number of
   * elements.
   */
  readonly mean_absolute_difference = (a: Tensor, b: Tensor): number =>
    call(module_of(this), 'mean_absolute_difference', ...expect_tensors({ a, b }));
  /**
   * Compares two tensors with the same number of elements; returns percentiles of |a − b|, too, if
   * `percentiles` (0 to 100) is given.
   */
  readonly difference = (a: Tensor, b: Tensor, options: DifferenceOptions = {}): Difference =>
    call(
      module_of(this),
      'difference',
      ...expect_tensors({ a, b }),
      read_options(options, difference_options),
    );
  /**
   * Compares two tensors (…, features) of the same shape; returns one difference for each token.
   */
  readonly difference_by_token = (a: Tensor, b: Tensor): Difference[] =>
    call(module_of(this), 'difference_by_token', ...expect_tensors({ a, b }));
  /** Returns `numpy.percentile(tensor, percents)`: one number for each percent, 0 to 100. */
  readonly percentiles = (tensor: Tensor, percents: readonly number[]): Float64Array =>
    call(
      module_of(this),
      'percentiles',
      expect_tensor('tensor', tensor),
      expect_number_array('percents', percents),
    );
  /**
   * Returns `numpy.histogram` of all elements; counts elements outside the range and NaN
   * separately.
   */
  readonly histogram = (tensor: Tensor, options: HistogramOptions = {}): Histogram =>
    call(
      module_of(this),
      'histogram',
      expect_tensor('tensor', tensor),
      read_options(options, histogram_options),
    );
  /**
   * Counts the elements of a tensor (…, neurons) that are 0, ≤ 0 or smaller than the threshold
   * (default 0.001) in magnitude, over all elements, for each token and for each neuron.
   */
  readonly sparsity = (tensor: Tensor, options: SparsityOptions = {}): Sparsity =>
    call(
      module_of(this),
      'sparsity',
      expect_tensor('tensor', tensor),
      read_options(options, sparsity_options),
    );
}
