/** What the analyses of networks and of their passes take and answer. Counts are exact; statistics are computed in double. */
import type { Difference, Summary } from './analysis_types.js';
import type { ActivationKind, DropoutPlacement, FeedForwardTrace, Tensor } from './types.js';

/** One check: the network, and the input that it is given. */
export interface DimensionConfiguration {
  /** Features of a token. */
  readonly d_model: number;
  /** Default 4 × d_model. */
  readonly d_ff?: number;
  /** Default 1. */
  readonly batch?: number;
  /** Default 1. */
  readonly seq_len?: number;
  /** Default `gelu`. */
  readonly activation?: ActivationKind;
  /** Default true. */
  readonly bias?: boolean;
  /** Default false. */
  readonly gated?: boolean;
  /** Of the weights and the input; default 0. */
  readonly seed?: number;
}

/** Shapes read off the tensors of a pass that was run. */
export interface DimensionReport {
  /** (batch, seq_len, d_model) */
  readonly input: readonly number[];
  /** (batch, seq_len, d_ff) */
  readonly pre_activation: readonly number[];
  /** (batch, seq_len, d_ff), in gated networks */
  readonly gate?: readonly number[];
  /** (batch, seq_len, d_ff) */
  readonly hidden: readonly number[];
  /** (batch, seq_len, d_model) */
  readonly output: readonly number[];
  /** Input and output have one shape, and every element of the output was written. */
  readonly preserved: boolean;
  /** No element of any tensor is NaN or infinite. */
  readonly finite: boolean;
  /** Weights and biases. */
  readonly parameter_count: number;
}

/** What is changed, and by how much. */
export interface IndependenceOptions {
  /** Default 0. */
  readonly changed_token?: number;
  /** Added to every feature of that token; default 1. */
  readonly change?: number;
  /** Of the permutation; default 0. */
  readonly seed?: number;
}

/** Three experiments, each compared bit by bit with one pass over the batch. */
export interface Independence {
  /** No bit differs in `alone`, `permuted` and `others`. */
  readonly independent: boolean;
  /** Each token run alone. */
  readonly alone: Difference;
  /** Where row i of the second order came from; every token moves. */
  readonly permutation: Int32Array;
  /** The tokens in that order, their outputs put back. */
  readonly permuted: Difference;
  /** One token changed: all the others; count 0 when there is no other. */
  readonly others: Difference;
  /** The changed token itself, which shows that the change was seen. */
  readonly changed: Difference;
}

/** The tensors of a pass that the analyses of units look at. */
export type HiddenTrace = Pick<FeedForwardTrace, 'pre_activation' | 'hidden'>;

/** By what a unit is judged. */
export interface DeadUnitOptions {
  /** The activation of the pass. */
  readonly activation: ActivationKind;
  /** A unit is silent when |hidden| stays below it; default 0.001. */
  readonly threshold?: number;
}

/** Units that these tokens cannot train or do not use. */
export interface DeadUnits {
  /** Rows of the trace. */
  readonly tokens: number;
  /** Hidden units, d_ff. */
  readonly units: number;
  /** Units whose derivative of the activation is exactly 0 for every token; ascending. */
  readonly dead: Int32Array;
  /** Units with |hidden| < threshold for every token; ascending. */
  readonly silent: Int32Array;
  /** Per unit, the share of tokens with pre_activation > 0. */
  readonly active_share: Float64Array;
}

/** A dense row-major tensor of doubles. */
export interface PreciseTensor {
  /** Row by row. */
  readonly data: Float64Array;
  /** As of a `Tensor`. */
  readonly shape: readonly number[];
}

/** How many passes, and with which dropout. */
export interface DropoutExperiment {
  /** Probability from 0 to below 1; default the network's. */
  readonly dropout?: number;
  /** Default the network's. */
  readonly dropout_placement?: DropoutPlacement;
  /** 2 to 1,000,000, default 10. */
  readonly passes?: number;
  /** Default 0. */
  readonly seed?: number;
  /** Token of the element whose value in every pass is kept; default 0. */
  readonly token?: number;
  /** Feature of that element; default 0. */
  readonly feature?: number;
}

/** Training passes beside theory; tensors are shaped as the output. */
export interface DropoutStatistics {
  /** The output without dropout. */
  readonly evaluation: Tensor;
  /** Over the passes. */
  readonly mean: PreciseTensor;
  /** Over the passes, unbiased. */
  readonly variance: PreciseTensor;
  /** What `variance` estimates. */
  readonly theory_variance: PreciseTensor;
  /** Standard error of `mean`. */
  readonly mean_error: PreciseTensor;
  /** Standard error of `variance`. */
  readonly variance_error: PreciseTensor;
  /** `variance` averaged over all elements. */
  readonly average_variance: number;
  /** `theory_variance` averaged over all elements. */
  readonly average_theory: number;
  /** Standard error of `average_variance`; for placement `hidden` an upper bound. */
  readonly average_error: number;
  /** Largest |mean − evaluation|. */
  readonly largest_mean_gap: number;
  /** The chosen element in every pass. */
  readonly samples: Float32Array;
}

/** Which tokens, and how many neurons. */
export interface RankingOptions {
  /** Rank by this token alone; default the average over all tokens. */
  readonly token?: number;
  /** How many neurons to name; default 10. */
  readonly top?: number;
}

/** The strongest neurons first, equal ones in order of their indices; all arrays have the same length. */
export interface NeuronRanking {
  /** Index of the hidden unit. */
  readonly neuron: Int32Array;
  /** |coefficient| · ‖value‖, averaged over the tokens. */
  readonly strength: Float64Array;
  /** (contribution · y) / (y · y) for y = output − b2: negative for a neuron that works against the output; all shares sum to 1. */
  readonly share: Float64Array;
  /** Of this neuron and all before it. */
  readonly cumulative_share: Float64Array;
}

/** A hidden unit as a key-value memory, and what it does for one token. */
export interface Neuron {
  /** Row of W1: (d_model). */
  readonly key: Float32Array;
  /** 0 in a network without. */
  readonly bias: number;
  /** Row of W_gate, in gated networks: (d_model). */
  readonly gate_key?: Float32Array;
  /** 0 in a gated network whose gate has none. */
  readonly gate_bias?: number;
  /** Column of W2: (d_model). */
  readonly value: Float32Array;
  /** Its Euclidean length. */
  readonly value_norm: number;
  /** pre_activation of the token. */
  readonly score: number;
  /** hidden_dropped of the token: what the second layer received. */
  readonly coefficient: number;
  /** |coefficient| · value_norm */
  readonly strength: number;
  /** coefficient · value, exact: (d_model). */
  readonly contribution: Float64Array;
}

/** Which neurons, and what is done to them. */
export interface AblationOptions {
  /** Indices of hidden units. */
  readonly neurons: readonly number[];
  /** 0 silences, −1 turns round; default 0. */
  readonly factor?: number;
  /** What is scaled: pre_activation or hidden; default `after_activation`. */
  readonly site?: 'before_activation' | 'after_activation';
}

/** Outputs shaped as the input. */
export interface Ablation {
  /** Of the untouched network. */
  readonly baseline: Tensor;
  /** With the chosen neurons scaled. */
  readonly output: Tensor;
}

/** Which output cell. */
export interface CellOptions {
  /** The layer whose output cell it is. */
  readonly layer: 'linear1' | 'gate' | 'linear2';
  /** Row of the input, leading dimensions folded; default 0. */
  readonly token?: number;
  /** Which of the layer's outputs; default 0. */
  readonly feature?: number;
}

/** One output cell of a linear layer: Σ terms + bias. */
export interface DotTrace {
  /** What the layer received for this token. */
  readonly input: Float32Array;
  /** Row of the layer's weight. */
  readonly weight: Float32Array;
  /** input · weight, element by element, exact. */
  readonly terms: Float64Array;
  /** Terms added in their order, in double; the last is the whole sum. */
  readonly partial_sums: Float64Array;
  /** 0 for a layer without. */
  readonly bias: number;
  /** The cell in double. */
  readonly sum: number;
  /** The cell as the network computes it in float32, bit for bit. */
  readonly computed: number;
}

/** Statistics of every tensor of one pass. */
export interface ForwardStatistics {
  /** Of the input. */
  readonly x: Summary;
  /** Before the activation. */
  readonly pre_activation: Summary;
  /** In gated networks. */
  readonly gate?: Summary;
  /** After it, and after the gate. */
  readonly hidden: Summary;
  /** Of the network. */
  readonly output: Summary;
}

/** The same weights and input with two activations. */
export interface ForwardComparison {
  /** With the first activation. */
  readonly a: ForwardStatistics;
  /** With the second. */
  readonly b: ForwardStatistics;
  /** Hidden tensor of a against b's. */
  readonly hidden: Difference;
  /** Output of a against b's. */
  readonly output: Difference;
}
