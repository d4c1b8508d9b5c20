/** What the analyses of activations, costs and tensors take and answer. Counts are exact; statistics are computed in double. */
import type { ActivationKind } from './types.js';

/** A point of a curve. */
export interface Extremum {
  /** Where. */
  readonly x: number;
  /** How high. */
  readonly y: number;
}

/** Of a smooth activation, computed in double. */
export interface ActivationLandmarks {
  /** The activation's lowest point. */
  readonly minimum: Extremum;
  /** Where it falls most. */
  readonly derivative_minimum: Extremum;
  /** Where it rises most. */
  readonly derivative_maximum: Extremum;
}

/** Where |a − b| is largest, and how large, for two activations and for their derivatives. */
export interface LargestDifference {
  /** Of the activations. */
  readonly value: Extremum;
  /** Of their derivatives. */
  readonly derivative: Extremum;
}

/** Where curves are evaluated: `numpy.linspace(low, high, points)`. */
export interface CurvePoints {
  /** Default −3. */
  readonly low?: number;
  /** Default 3. */
  readonly high?: number;
  /** 2 to 1,000,000, default 1000. */
  readonly points?: number;
}

/** An activation at each point, in double. */
export interface PreciseCurve {
  /** One for each x. */
  readonly value: Float64Array;
  /** One for each x. */
  readonly derivative: Float64Array;
}

/** Curves of activations over the same x, in double. */
export interface ActivationCurves {
  /** The points, ascending. */
  readonly x: Float64Array;
  /** One entry per activation that was asked for. */
  readonly curves: Readonly<Partial<Record<ActivationKind, PreciseCurve>>>;
}

/** a(x) − b(x) and a′(x) − b′(x). */
export interface ActivationDifference extends PreciseCurve {
  /** The points, ascending. */
  readonly x: Float64Array;
}

/** Parameters and operations of a network and of the Transformer block around it; exact. */
export interface FeedForwardCost {
  /** Parameters of d_model → d_ff, the gate's included. */
  readonly linear1: number;
  /** Parameters of d_ff → d_model. */
  readonly linear2: number;
  /** linear1 + linear2 */
  readonly parameters: number;
  /** Parameters of an attention of the same width, biases included. */
  readonly attention: number;
  /** Parameters of the block's two layer norms. */
  readonly norms: number;
  /** Attention, norms and network. */
  readonly block: number;
  /** parameters / block, 0 to 1. */
  readonly share_of_block: number;
  /** parameters / attention; close to 2 for d_ff = 4 × d_model. */
  readonly per_attention: number;
  /** Of the parameters, in float32. */
  readonly bytes: number;
  /** Numbers that a traced pass keeps per token. */
  readonly activations: number;
  /** Multiplications and additions of the products per token, two per weight. */
  readonly operations: number;
}

/** One row of the table of ratios. */
export interface RatioCost extends FeedForwardCost {
  /** d_ff / d_model */
  readonly ratio: number;
  /** ratio × d_model */
  readonly d_ff: number;
  /** parameters / parameters of the first row. */
  readonly growth: number;
}

/** Attention of one layer: parameters, and operations per token averaged over a sequence. */
export interface AttentionCost {
  /** Of query, key, value and output, biases included. */
  readonly parameters: number;
  /** Of the parameters, in float32. */
  readonly bytes: number;
  /** Operations of query, key, value and output. */
  readonly projections: number;
  /** Operations of query times keys, all heads. */
  readonly scores: number;
  /** Operations of weights times values, all heads. */
  readonly mixture: number;
  /** projections + scores + mixture */
  readonly operations: number;
}

/** An attention layer, and how long its sequences are. */
export interface AttentionCostOptions {
  /** Features of a token. */
  readonly d_model: number;
  /** Tokens of a sequence. */
  readonly seq_len: number;
  /** A token sees itself and what came before; default true. */
  readonly causal?: boolean;
  /** Biases of query, key and value; default true. */
  readonly qkv_bias?: boolean;
}

/** A GPT-2; the defaults are its smallest. */
export interface ModelOptions {
  /** Default 12. */
  readonly n_layers?: number;
  /** Default 768. */
  readonly d_model?: number;
  /** Default 4 × d_model. */
  readonly d_ff?: number;
  /** Default 50257. */
  readonly n_vocab?: number;
  /** Default 1024. */
  readonly n_context?: number;
  /** Biases of query, key and value; default true. */
  readonly qkv_bias?: boolean;
  /** The output layer is the token embedding; default true. */
  readonly tied_embedding?: boolean;
}

/** Parameters of a whole model and of its parts; exact. */
export interface ModelCost {
  /** n_vocab × d_model */
  readonly token_embedding: number;
  /** n_context × d_model */
  readonly position_embedding: number;
  /** Of all layers. */
  readonly attention: number;
  /** Of all layers. */
  readonly feed_forward: number;
  /** Of all layers, and the final one. */
  readonly norms: number;
  /** 0 when tied. */
  readonly output_layer: number;
  /** Of one layer. */
  readonly block: number;
  /** All of the above but `block`. */
  readonly parameters: number;
  /** Of the parameters, in float32. */
  readonly bytes: number;
  /** feed_forward / parameters, 0 to 1. */
  readonly feed_forward_share: number;
}

/** Statistics of all elements of a tensor. */
export interface Summary {
  /** Elements. */
  readonly count: number;
  /** Of all elements. */
  readonly mean: number;
  /** Unbiased (divided by count − 1), as `torch.std`; NaN for a single element. */
  readonly standard_deviation: number;
  /** Smallest element. */
  readonly minimum: number;
  /** Largest element. */
  readonly maximum: number;
  /** Share of elements strictly below zero, 0 to 1. */
  readonly negative_share: number;
  /** NaN and infinities. */
  readonly non_finite_count: number;
  /** Largest |element| that is finite, 0 where none is. */
  readonly largest_finite_magnitude: number;
}

/** How far two tensors are apart. */
export interface Difference {
  /** Elements compared. */
  readonly count: number;
  /** Elements whose bits are not equal. */
  readonly differing: number;
  /** Largest |a − b|; NaN when NaN stands on one side only. */
  readonly largest: number;
  /** Index of the first element where |a − b| is largest. */
  readonly at: number;
  /** Mean of |a − b|. */
  readonly mean: number;
  /** largest / largest finite |b|; 0 when largest is 0. */
  readonly relative: number;
  /** Percentiles of |a − b|, where they were asked for. */
  readonly percentiles?: Float64Array;
}

/** Bins and range. */
export interface HistogramOptions {
  /** 1 to 65536, default 10. */
  readonly bins?: number;
  /** [low, high]; default the smallest range that holds all finite elements. */
  readonly range?: readonly [number, number];
}

/** Bin i holds edges[i] ≤ element < edges[i + 1], the last bin its upper edge too; nothing is lost. */
export interface Histogram {
  /** bins + 1 */
  readonly edges: Float64Array;
  /** bins */
  readonly counts: Int32Array;
  /** Elements below the range. */
  readonly below: number;
  /** Elements above the range. */
  readonly above: number;
  /** Elements that are NaN. */
  readonly nan: number;
}

/** Counts by one definition of sparsity, with their shares of the row or column. */
export interface SparsityColumn {
  /** Elements of the row or column. */
  readonly counts: Int32Array;
  /** counts / length of the row or column, 0 to 1. */
  readonly shares: Float64Array;
}

/** Three definitions of sparse: exactly 0; ≤ 0; |element| < threshold. NaN is none of them. */
export interface SparsityColumns {
  /** Exactly 0. */
  readonly zero: SparsityColumn;
  /** 0 or below. */
  readonly not_positive: SparsityColumn;
  /** |element| < threshold */
  readonly small: SparsityColumn;
}

/** Three definitions of sparse, over all elements and by row and column. */
export interface Sparsity {
  /** All elements. */
  readonly count: number;
  /** Elements that are exactly 0. */
  readonly zero: number;
  /** zero / count, 0 to 1. */
  readonly zero_share: number;
  /** Elements that are 0 or below. */
  readonly not_positive: number;
  /** not_positive / count, 0 to 1. */
  readonly not_positive_share: number;
  /** Elements with |element| < threshold. */
  readonly small: number;
  /** small / count, 0 to 1. */
  readonly small_share: number;
  /** One entry per token. */
  readonly per_token: SparsityColumns;
  /** One entry per neuron. */
  readonly per_neuron: SparsityColumns;
}
