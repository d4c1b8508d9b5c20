/**
 * Arguments and results of the analyses of activations, costs and tensors. Counts are exact;
 * statistics are computed in double precision.
 */
import type { ActivationKind } from '../edge/index.js';

/** A point (x, y) of a curve. */
export interface Extremum {
  /** Argument of the function. */
  readonly x: number;
  /** Value of the function at `x`. */
  readonly y: number;
}

/**
 * Extrema of a smooth activation and of its derivative on [−10, 10], computed in double precision.
 */
export interface ActivationLandmarks {
  /** Minimum of the activation. */
  readonly minimum: Extremum;
  /** Minimum of the derivative: the point where the activation decreases fastest. */
  readonly derivative_minimum: Extremum;
  /** Maximum of the derivative: the point where the activation increases fastest. */
  readonly derivative_maximum: Extremum;
}

/**
 * Points at which two activations, and their derivatives, differ most: `y` is the largest |a − b|
 * and `x` its argument.
 */
export interface LargestDifference {
  /** Largest difference of the activations. */
  readonly value: Extremum;
  /** Largest difference of the derivatives. */
  readonly derivative: Extremum;
}

/** An activation and its derivative at given points, computed in double precision. */
export interface PreciseCurve {
  /** Value of the activation at each x. */
  readonly value: Float64Array;
  /** Derivative of the activation at each x. */
  readonly derivative: Float64Array;
}

/** Curves of several activations over the same x, computed in double precision. */
export interface ActivationCurves {
  /** The points, in ascending order. */
  readonly x: Float64Array;
  /** One curve for each requested activation. */
  readonly curves: Readonly<Partial<Record<ActivationKind, PreciseCurve>>>;
}

/** The differences a(x) − b(x) (`value`) and a′(x) − b′(x) (`derivative`) of two activations. */
export interface ActivationDifference extends PreciseCurve, Pick<ActivationCurves, 'x'> {}

/**
 * Exact numbers of parameters and operations of a feed-forward network and of the Transformer block
 * around it.
 */
export interface FeedForwardCost {
  /** Parameters of the layer d_model → d_ff, including those of the gate. */
  readonly linear1: number;
  /** Parameters of the layer d_ff → d_model. */
  readonly linear2: number;
  /** Parameters of the network: linear1 + linear2. */
  readonly parameters: number;
  /** Parameters of an attention layer of the same width, including its biases. */
  readonly attention: number;
  /** Parameters of the two layer norms of the block. */
  readonly norms: number;
  /** Parameters of the block: attention + norms + parameters. */
  readonly block: number;
  /** parameters / block, 0 to 1. */
  readonly share_of_block: number;
  /** parameters / attention; close to 2 for d_ff = 4 × d_model. */
  readonly per_attention: number;
  /** Size of the network's parameters in float32, in bytes. */
  readonly bytes: number;
  /** Number of float32 values that a traced pass stores per token. */
  readonly activations: number;
  /** Multiplications and additions of the matrix products per token, two per weight. */
  readonly operations: number;
}

/** Cost of a network for one ratio d_ff / d_model. */
export interface RatioCost extends FeedForwardCost {
  /** d_ff / d_model */
  readonly ratio: number;
  /** Hidden units: ratio × d_model. */
  readonly d_ff: number;
  /** Number of parameters divided by the first row's. */
  readonly growth: number;
}

/** Parameters of one attention layer, and its operations per token averaged over a sequence. */
export interface AttentionCost {
  /** Parameters of the query, key, value and output projections, including biases. */
  readonly parameters: number;
  /** Size of the parameters in float32, in bytes. */
  readonly bytes: number;
  /** Operations per token of the query, key, value and output projections. */
  readonly projections: number;
  /** Operations per token of the products of queries and keys, for all heads. */
  readonly scores: number;
  /** Operations per token of the products of attention weights and values, for all heads. */
  readonly mixture: number;
  /** Operations per token: projections + scores + mixture. */
  readonly operations: number;
}

/** Exact numbers of parameters of a whole model and of its parts. */
export interface ModelCost {
  /** Parameters of the token embedding: n_vocab × d_model. */
  readonly token_embedding: number;
  /** Parameters of the position embedding: n_context × d_model. */
  readonly position_embedding: number;
  /** Attention parameters of all layers. */
  readonly attention: number;
  /** Feed-forward parameters of all layers. */
  readonly feed_forward: number;
  /** Layer-norm parameters of all layers and of the final norm. */
  readonly norms: number;
  /** Parameters of the output layer; 0 when it shares the token embedding's weights. */
  readonly output_layer: number;
  /** Parameters of one Transformer block. */
  readonly block: number;
  /** All parameters: the sum of the fields above except `block`. */
  readonly parameters: number;
  /** Size of the parameters in float32, in bytes. */
  readonly bytes: number;
  /** feed_forward / parameters, 0 to 1. */
  readonly feed_forward_share: number;
}

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
  readonly percentiles?: Float64Array;
}

/**
 * A histogram: bin i counts the elements with edges[i] ≤ element < edges[i + 1]; the last bin
 * includes its upper edge.
 */
export interface Histogram {
  /** Edges of the bins, bins + 1 numbers in ascending order. */
  readonly edges: Float64Array;
  /** Number of elements in each bin. */
  readonly counts: Int32Array;
  /** Number of elements below the range. */
  readonly below: number;
  /** Number of elements above the range. */
  readonly above: number;
  /** Number of elements that are NaN. */
  readonly nan: number;
}

/** Counts by one definition of sparsity, one for each token or neuron. */
export interface SparsityColumn {
  /** Number of sparse elements of each row (token) or column (neuron). */
  readonly counts: Int32Array;
  /** counts / length of the row or column, 0 to 1. */
  readonly shares: Float64Array;
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
