/** Statistics and comparisons of tensors. Counts are exact; statistics are computed in double precision. */
import {
  call,
  expect_number,
  expect_number_array,
  expect_tensor,
  expect_tensors,
  option,
  read_options,
  wrong_type,
} from '../edge/index.js';
import type {
  ModuleInstance,
  OptionsOf,
  OwnFloat64Array,
  OwnInt32Array,
  TensorLike,
} from '../edge/index.js';

/** Statistics of all elements of a tensor. */
export interface Summary {
  /** Number of elements. */
  readonly count: number;
  /** Mean of all elements. */
  readonly mean: number;
  /** Unbiased standard deviation (divisor count − 1), as `torch.std`; NaN for a single element. */
  readonly standard_deviation: number;
  /** Smallest element. */
  readonly minimum: number;
  /** Largest element. */
  readonly maximum: number;
  /** Share of elements strictly below zero, 0 to 1. */
  readonly negative_share: number;
  /** Number of elements that are NaN or infinite. */
  readonly non_finite_count: number;
  /** Largest |element| among the finite elements; 0 if no element is finite. */
  readonly largest_finite_magnitude: number;
}

/** Elementwise difference of two tensors a and b with the same number of elements. */
export interface Difference {
  /** Number of compared elements. */
  readonly count: number;
  /** Number of elements whose bits differ. */
  readonly differing: number;
  /** Largest |a − b|; NaN if an element is NaN in only one of the tensors. */
  readonly largest: number;
  /** Index of the first element where |a − b| is largest or NaN. */
  readonly at: number;
  /** Mean of |a − b|. */
  readonly mean: number;
  /** largest / largest finite |b|; 0 if `largest` is 0; infinite if b contains only zeros. */
  readonly relative: number;
  /** Percentiles of |a − b|, if they were requested. */
  readonly percentiles?: OwnFloat64Array;
}

const difference_options = {
  /** Percentiles of |a − b| to return, 0 to 100. */
  percentiles: option<readonly number[]>(expect_number_array),
};

/** Options of `lab.difference`. */
export interface DifferenceOptions extends OptionsOf<typeof difference_options> {}

/**
 * A histogram: bin i counts the elements with edges[i] ≤ element < edges[i + 1]; the last bin
 * includes its upper edge.
 */
export interface Histogram {
  /** Edges of the bins, bins + 1 numbers in ascending order. */
  readonly edges: OwnFloat64Array;
  /** Number of elements in each bin. */
  readonly counts: OwnInt32Array;
  /** Number of elements below the range. */
  readonly below: number;
  /** Number of elements above the range. */
  readonly above: number;
  /** Number of elements that are NaN. */
  readonly nan: number;
}

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

/** Counts by one definition of sparsity, one for each token or neuron. */
export interface SparsityColumn {
  /** Number of sparse elements of each row (token) or column (neuron). */
  readonly counts: OwnInt32Array;
  /** counts / length of the row or column, 0 to 1. */
  readonly shares: OwnFloat64Array;
}

/**
 * Counts by three definitions of sparsity: exactly 0; ≤ 0; |element| < threshold. NaN satisfies
 * none of them.
 */
export interface SparsityColumns {
  /** Elements that are exactly 0. */
  readonly zero: SparsityColumn;
  /** Elements ≤ 0. */
  readonly not_positive: SparsityColumn;
  /** Elements with |element| < threshold. */
  readonly small: SparsityColumn;
}

/** Sparsity by three definitions, over all elements, for each token and for each neuron. */
export interface Sparsity {
  /** Number of elements. */
  readonly count: number;
  /** Number of elements that are exactly 0. */
  readonly zero: number;
  /** zero / count, 0 to 1. */
  readonly zero_share: number;
  /** Number of elements ≤ 0. */
  readonly not_positive: number;
  /** not_positive / count, 0 to 1. */
  readonly not_positive_share: number;
  /** Number of elements with |element| < threshold. */
  readonly small: number;
  /** small / count, 0 to 1. */
  readonly small_share: number;
  /** Counts and shares for each token. */
  readonly per_token: SparsityColumns;
  /** Counts and shares for each neuron. */
  readonly per_neuron: SparsityColumns;
}

const sparsity_options = {
  /** An element is small if |element| < threshold; default 0.001. */
  threshold: option(expect_number),
};

/** Criterion for small elements. */
export interface SparsityOptions extends OptionsOf<typeof sparsity_options> {}

/** The rank-sum test of Mann and Whitney. */
export interface RankTest {
  /** Number of pairs in which the number of a is larger, plus half of the equal ones. */
  readonly u: number;
  /**
   * How probable a difference at least as large is by chance: two-sided and exact, 0 to 1.
   */
  readonly p_value: number;
}

/** Statistics and comparisons of tensors. A part of `Lab`. */
export class TensorAnalysis {
  readonly #instance: ModuleInstance;

  /** @internal Use `load()`. */
  constructor(instance: ModuleInstance) {
    this.#instance = instance;
  }

  /** Returns mean, standard deviation, extrema and share of negative values over all elements. */
  readonly summarize = (tensor: TensorLike): Summary =>
    call(this.#instance.raw, 'summarize', expect_tensor('tensor', tensor));
  /**
   * Returns the mean of |a − b| over all elements. Both tensors must have the same number of
   * elements.
   */
  readonly mean_absolute_difference = (a: TensorLike, b: TensorLike): number =>
    call(this.#instance.raw, 'mean_absolute_difference', ...expect_tensors({ a, b }));
  /**
   * Compares two tensors with the same number of elements; returns percentiles of |a − b|, too, if
   * `percentiles` (0 to 100) is given.
   */
  readonly difference = (
    a: TensorLike,
    b: TensorLike,
    options: DifferenceOptions = {},
  ): Difference =>
    call(
      this.#instance.raw,
      'difference',
      ...expect_tensors({ a, b }),
      read_options(options, difference_options),
    );
  /**
   * Compares two tensors (…, features) of the same shape; returns one difference for each token.
   */
  readonly difference_by_token = (a: TensorLike, b: TensorLike): Difference[] =>
    call(this.#instance.raw, 'difference_by_token', ...expect_tensors({ a, b }));
  /** Returns `numpy.percentile(tensor, percents)`: one number for each percent, 0 to 100. */
  readonly percentiles = (tensor: TensorLike, percents: readonly number[]): OwnFloat64Array =>
    call(
      this.#instance.raw,
      'percentiles',
      expect_tensor('tensor', tensor),
      expect_number_array('percents', percents),
    );
  /**
   * Compares two samples, at most 100 numbers together, none NaN: does one of them tend to be
   * larger? Assumes no distribution (Mann & Whitney 1947).
   */
  readonly rank_test = (a: TensorLike, b: TensorLike): RankTest =>
    call(this.#instance.raw, 'rank_test', ...expect_tensors({ a, b }));
  /**
   * Returns `numpy.histogram` of all elements; counts elements outside the range and NaN
   * separately.
   */
  readonly histogram = (tensor: TensorLike, options: HistogramOptions = {}): Histogram =>
    call(
      this.#instance.raw,
      'histogram',
      expect_tensor('tensor', tensor),
      read_options(options, histogram_options),
    );
  /**
   * Counts the elements of a tensor (…, neurons) that are 0, ≤ 0 or smaller than the threshold
   * (default 0.001) in magnitude, over all elements, for each token and for each neuron.
   */
  readonly sparsity = (tensor: TensorLike, options: SparsityOptions = {}): Sparsity =>
    call(
      this.#instance.raw,
      'sparsity',
      expect_tensor('tensor', tensor),
      read_options(options, sparsity_options),
    );
}
