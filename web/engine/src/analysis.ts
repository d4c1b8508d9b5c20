import type {
  ActivationCurves,
  ActivationDifference,
  ActivationLandmarks,
  AttentionCost,
  AttentionCostOptions,
  CurvePoints,
  Difference,
  FeedForwardCost,
  Histogram,
  HistogramOptions,
  LargestDifference,
  ModelCost,
  ModelOptions,
  RatioCost,
  Sparsity,
  Summary,
} from './analysis_types.js';
import { LabBase, module_of } from './core.js';
import type { RawOptions } from './raw_analysis.js';
import { value_of } from './raw_module.js';
import type { ActivationKind, FeedForwardSizes, Tensor } from './types.js';
import { expect_boolean, expect_number, expect_number_array, expect_options, expect_string } from './validate.js';
import { expect_string_array, expect_tensor, optional, wrong_type } from './validate.js';

function read_points(options: CurvePoints): RawOptions {
  const { low, high, points } = expect_options('options', options, ['low', 'high', 'points']);
  return {
    low: expect_number('low', low, -3),
    high: expect_number('high', high, 3),
    points: expect_number('points', points, 1000),
  };
}

function read_range(range: unknown): number[] | undefined {
  const pair = optional(expect_number_array, 'range', range);
  if (pair !== undefined && pair.length !== 2) throw wrong_type('range', range, '[low, high]');
  return pair;
}

const model_names = ['n_layers', 'd_model', 'd_ff', 'n_vocab', 'n_context', 'qkv_bias', 'tied_embedding'] as const;

/** Analyses of activations, costs and tensors, which need no network. Base class of `Lab`. */
export abstract class LabAnalysis extends LabBase {
  /**
   * Returns the minimum of a smooth activation and the extrema of its derivative on [−10, 10].
   * @throws FfnError `invalid_argument` for `relu`
   */
  activation_landmarks(kind: ActivationKind): ActivationLandmarks {
    return value_of(module_of(this).activation_landmarks(expect_string('kind', kind)));
  }

  /** Returns the points of [−10, 10] at which two activations, and their derivatives, differ most. */
  largest_difference(a: ActivationKind, b: ActivationKind): LargestDifference {
    return value_of(module_of(this).largest_difference(expect_string('a', a), expect_string('b', b)));
  }

  /** Returns values and derivatives of activations at `numpy.linspace(low, high, points)`, computed in double precision. */
  compare_activations(kinds: readonly ActivationKind[], options: CurvePoints = {}): ActivationCurves {
    return value_of(module_of(this).compare_activations(expect_string_array('kinds', kinds), read_points(options)));
  }

  /** Returns a(x) − b(x) and a′(x) − b′(x) at `numpy.linspace(low, high, points)`, computed in double precision. */
  activation_difference(a: ActivationKind, b: ActivationKind, options: CurvePoints = {}): ActivationDifference {
    return value_of(module_of(this).activation_difference(expect_string('a', a), expect_string('b', b), read_points(options)));
  }

  /** Returns the numbers of parameters and operations of a network of these sizes without creating the network. */
  feed_forward_cost(options: Pick<FeedForwardSizes, 'd_model' | 'd_ff' | 'bias' | 'gated'>): FeedForwardCost {
    const { d_model, d_ff, bias, gated } = expect_options('options', options, ['d_model', 'd_ff', 'bias', 'gated']);
    const width = optional(expect_number, 'd_ff', d_ff);
    const flags = [expect_boolean('bias', bias, true), expect_boolean('gated', gated, false)] as const;
    return value_of(module_of(this).feed_forward_cost(expect_number('d_model', d_model), width, ...flags));
  }

  /** Returns the costs of networks with d_ff = ratio × d_model, one for each ratio; default ratios 1, 2, 4, 8. */
  ratio_costs(options: { readonly d_model: number; readonly ratios?: readonly number[]; readonly bias?: boolean }): RatioCost[] {
    const { d_model, ratios = [1, 2, 4, 8], bias } = expect_options('options', options, ['d_model', 'ratios', 'bias']);
    const list = expect_number_array('ratios', ratios);
    return value_of(module_of(this).ratio_costs(expect_number('d_model', d_model), list, expect_boolean('bias', bias, true)));
  }

  /** Returns the number of parameters of an attention layer and its operations per token, averaged over a sequence. */
  attention_cost(options: AttentionCostOptions): AttentionCost {
    const { d_model, seq_len, causal, qkv_bias } = expect_options('options', options, ['d_model', 'seq_len', 'causal', 'qkv_bias']);
    const read = {
      d_model: expect_number('d_model', d_model),
      seq_len: expect_number('seq_len', seq_len),
      causal: expect_boolean('causal', causal, true),
      qkv_bias: expect_boolean('qkv_bias', qkv_bias, true),
    };
    return value_of(module_of(this).attention_cost(read));
  }

  /** Returns the numbers of parameters of a GPT-2 model; without options those of the smallest, 124,439,808 in all. */
  model_cost(options: ModelOptions = {}): ModelCost {
    const given = expect_options('options', options, model_names);
    const read = {
      n_layers: expect_number('n_layers', given.n_layers, 12),
      d_model: expect_number('d_model', given.d_model, 768),
      d_ff: optional(expect_number, 'd_ff', given.d_ff),
      n_vocab: expect_number('n_vocab', given.n_vocab, 50257),
      n_context: expect_number('n_context', given.n_context, 1024),
      qkv_bias: expect_boolean('qkv_bias', given.qkv_bias, true),
      tied_embedding: expect_boolean('tied_embedding', given.tied_embedding, true),
    };
    return value_of(module_of(this).model_cost(read));
  }

  /** Returns mean, standard deviation, extrema and share of negative values over all elements. */
  summarize(tensor: Tensor): Summary {
    return value_of(module_of(this).summarize(expect_tensor('tensor', tensor)));
  }

  /** Returns the mean of |a − b| over all elements. Both tensors must have the same number of elements. */
  mean_absolute_difference(a: Tensor, b: Tensor): number {
    return value_of(module_of(this).mean_absolute_difference(expect_tensor('a', a), expect_tensor('b', b)));
  }

  /** Compares two tensors with the same number of elements; returns percentiles of |a − b|, too, if `percentiles` (0 to 100) is given. */
  difference(a: Tensor, b: Tensor, options: { readonly percentiles?: readonly number[] } = {}): Difference {
    const { percentiles } = expect_options('options', options, ['percentiles']);
    const percents = optional(expect_number_array, 'percentiles', percentiles);
    return value_of(module_of(this).difference(expect_tensor('a', a), expect_tensor('b', b), percents));
  }

  /** Compares two tensors (…, features) of the same shape; returns one difference for each token. */
  difference_by_token(a: Tensor, b: Tensor): Difference[] {
    return value_of(module_of(this).difference_by_token(expect_tensor('a', a), expect_tensor('b', b)));
  }

  /** Returns `numpy.percentile(tensor, percents)`: one number for each percent, 0 to 100. */
  percentiles(tensor: Tensor, percents: readonly number[]): Float64Array {
    return value_of(module_of(this).percentiles(expect_tensor('tensor', tensor), expect_number_array('percents', percents)));
  }

  /** Returns `numpy.histogram` of all elements; counts elements outside the range and NaN separately. */
  histogram(tensor: Tensor, options: HistogramOptions = {}): Histogram {
    const { bins, range } = expect_options('options', options, ['bins', 'range']);
    const count = expect_number('bins', bins, 10);
    return value_of(module_of(this).histogram(expect_tensor('tensor', tensor), count, read_range(range)));
  }

  /**
   * Counts the elements of a tensor (…, neurons) that are 0, ≤ 0 or smaller than the threshold (default 0.001) in magnitude, over all
   * elements, for each token and for each neuron.
   */
  sparsity(tensor: Tensor, options: { readonly threshold?: number } = {}): Sparsity {
    const { threshold } = expect_options('options', options, ['threshold']);
    return value_of(module_of(this).sparsity(expect_tensor('tensor', tensor), expect_number('threshold', threshold, 0.001)));
  }
}
