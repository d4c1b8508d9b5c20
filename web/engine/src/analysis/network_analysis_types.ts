/**
 * Arguments and results of the analyses of networks and of their passes. Counts are exact;
 * statistics are computed in double precision.
 */
import type { Difference, Summary } from './analysis_types.js';
import type { FeedForwardTrace, Tensor } from '../edge/index.js';

/** Shapes of the tensors of an executed pass. */
export interface DimensionReport {
  /** (batch, seq_len, d_model). */
  readonly input: readonly number[];
  /** (batch, seq_len, d_ff). */
  readonly pre_activation: readonly number[];
  /** (batch, seq_len, d_ff); only in gated networks. */
  readonly gate?: readonly number[];
  /** (batch, seq_len, d_ff). */
  readonly hidden: readonly number[];
  /** (batch, seq_len, d_model). */
  readonly output: readonly number[];
  /** Whether input and output have the same shape and every element of the output was written. */
  readonly preserved: boolean;
  /** Whether every element of every tensor is finite. */
  readonly finite: boolean;
  /** Number of weights and biases. */
  readonly parameter_count: number;
}

/**
 * Three experiments on position-wise independence, each compared bit by bit with one pass over the
 * batch.
 */
export interface Independence {
  /** Whether no bit differs in `alone`, `permuted` and `others`. */
  readonly independent: boolean;
  /** Outputs of passes over single tokens, compared with the batch. */
  readonly alone: Difference;
  /** Index, in the original order, of token i of the permuted order; every token moves. */
  readonly permutation: Int32Array;
  /** Outputs of the permuted tokens, put back into the original order, compared with the batch. */
  readonly permuted: Difference;
  /**
   * Outputs of the unchanged tokens after one token was changed; count 0 if there is only one
   * token.
   */
  readonly others: Difference;
  /** Output of the changed token, which differs if the change had an effect. */
  readonly changed: Difference;
}

/** Tensors of a pass that the analyses of hidden units require. */
export type HiddenTrace = Pick<FeedForwardTrace, 'pre_activation' | 'hidden'>;

/**
 * Hidden units that receive no gradient from these tokens (dead) or contribute almost nothing
 * (silent).
 */
export interface DeadUnits {
  /** Number of tokens of the trace. */
  readonly tokens: number;
  /** Number of hidden units, d_ff. */
  readonly units: number;
  /**
   * Indices of the units whose activation derivative is exactly 0 for every token, in ascending
   * order.
   */
  readonly dead: Int32Array;
  /** Indices of the units with |hidden| < threshold for every token, in ascending order. */
  readonly silent: Int32Array;
  /** Share of tokens with pre_activation > 0, for each unit. */
  readonly active_share: Float64Array;
}

/** A dense row-major tensor of float64 numbers. */
export interface PreciseTensor {
  /** Elements in row-major order. */
  readonly data: Float64Array;
  /** Sizes of the dimensions, outermost first. */
  readonly shape: readonly number[];
}

/**
 * Measured and theoretical mean and variance of training passes. All tensors have the shape of the
 * output.
 */
export interface DropoutStatistics {
  /** Output without dropout. */
  readonly evaluation: Tensor;
  /** Mean over the passes. */
  readonly mean: PreciseTensor;
  /** Unbiased variance over the passes. */
  readonly variance: PreciseTensor;
  /** Theoretical variance, which `variance` estimates. */
  readonly theory_variance: PreciseTensor;
  /** Standard error of `mean`. */
  readonly mean_error: PreciseTensor;
  /** Standard error of `variance`. */
  readonly variance_error: PreciseTensor;
  /** `variance` averaged over all elements. */
  readonly average_variance: number;
  /** `theory_variance` averaged over all elements. */
  readonly average_theory: number;
  /** Standard error of `average_variance`; an upper bound for placement `hidden`. */
  readonly average_error: number;
  /** Largest |mean − evaluation|. */
  readonly largest_mean_gap: number;
  /** Value of the chosen element in every pass. */
  readonly samples: Float32Array;
}

/**
 * Neurons in descending order of strength, ties in ascending order of index. All arrays have the
 * same length.
 */
export interface NeuronRanking {
  /** Index of the hidden unit. */
  readonly neuron: Int32Array;
  /** |coefficient| · ‖value‖, averaged over the tokens. */
  readonly strength: Float64Array;
  /**
   * (contribution · y) / (y · y) for y = output − b2: negative if the neuron opposes the output;
   * all shares sum to 1.
   */
  readonly share: Float64Array;
  /** Sum of the shares of this neuron and of those before it. */
  readonly cumulative_share: Float64Array;
}

/** A hidden unit as a key-value memory, and its contribution for one token. */
export interface Neuron {
  /** Row of W1: (d_model). */
  readonly key: Float32Array;
  /** Element of b1; 0 in a network without b1. */
  readonly bias: number;
  /** Row of W_gate: (d_model); only in gated networks. */
  readonly gate_key?: Float32Array;
  /** Element of b_gate, 0 without b_gate; only in gated networks. */
  readonly gate_bias?: number;
  /** Column of W2: (d_model). */
  readonly value: Float32Array;
  /** Euclidean norm of `value`. */
  readonly value_norm: number;
  /** pre_activation of the token. */
  readonly score: number;
  /** hidden_dropped of the token: the input of the second layer. */
  readonly coefficient: number;
  /** |coefficient| · value_norm */
  readonly strength: number;
  /** coefficient · value, exact in float64: (d_model). */
  readonly contribution: Float64Array;
}

/** Outputs with and without an ablation, each of the input's shape. */
export interface Ablation {
  /** Output of the unmodified network. */
  readonly baseline: Tensor;
  /** Output with the chosen neurons scaled. */
  readonly output: Tensor;
}

/** The terms of one output cell of a linear layer: Σ terms + bias. */
export interface DotTrace {
  /** The layer's input for this token. */
  readonly input: Float32Array;
  /** Row of the layer's weight. */
  readonly weight: Float32Array;
  /** Elementwise products input · weight, exact in float64. */
  readonly terms: Float64Array;
  /** Cumulative sums of the terms in float64; the last one is the whole sum. */
  readonly partial_sums: Float64Array;
  /** Bias of the cell; 0 for a layer without bias. */
  readonly bias: number;
  /** Value of the cell in float64. */
  readonly sum: number;
  /** Value of the cell as the network computes it in float32, bit for bit. */
  readonly computed: number;
}

/** Statistics of every tensor of one pass. */
export interface ForwardStatistics {
  /** Statistics of the input. */
  readonly x: Summary;
  /** Statistics of the input of the activation. */
  readonly pre_activation: Summary;
  /** Statistics of the gate; only in gated networks. */
  readonly gate?: Summary;
  /** Statistics of the hidden activations, in gated networks after multiplication by the gate. */
  readonly hidden: Summary;
  /** Statistics of the network's output. */
  readonly output: Summary;
}

/** Statistics of two passes with the same weights and input and two activations a and b. */
export interface ForwardComparison {
  /** Statistics with activation a. */
  readonly a: ForwardStatistics;
  /** Statistics with activation b. */
  readonly b: ForwardStatistics;
  /** Difference of the hidden tensors with a and b. */
  readonly hidden: Difference;
  /** Difference of the outputs with a and b. */
  readonly output: Difference;
}
