/** Analyses of hidden units, from a network and a trace of one of its passes. */
import {
  call,
  expect_name,
  expect_number,
  expect_number_array,
  expect_tensor,
  option,
  read_members,
  read_options,
  required,
} from '../edge/index.js';
import type {
  ActivationKind,
  ModuleInstance,
  FeedForwardTrace,
  Like,
  OptionsOf,
  OwnFloat32Array,
  OwnFloat64Array,
  OwnInt32Array,
  Tensor,
  TensorLike,
} from '../edge/index.js';
import { type FeedForward, raw_network_of } from '../layers/feed_forward.js';

/** Tensors of a pass that the analyses of hidden units require. */
export type HiddenTrace = Like<Pick<FeedForwardTrace, 'pre_activation' | 'hidden'>>;

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
  readonly dead: OwnInt32Array;
  /** Indices of the units with |hidden| < threshold for every token, in ascending order. */
  readonly silent: OwnInt32Array;
  /** Share of tokens with pre_activation > 0, for each unit. */
  readonly active_share: OwnFloat64Array;
}

const dead_unit_options = {
  /** Activation that the pass used. */
  activation: required(expect_name<ActivationKind>),
  /** A unit is silent if |hidden| < threshold for every token; default 0.001. */
  threshold: option(expect_number),
};

/** Criteria for dead and silent units. */
export interface DeadUnitOptions extends OptionsOf<typeof dead_unit_options> {}

/**
 * Neurons in descending order of strength, ties in ascending order of index. All arrays have the
 * same length.
 */
export interface NeuronRanking {
  /** Index of the hidden unit. */
  readonly neuron: OwnInt32Array;
  /** |coefficient| · ‖value‖, averaged over the tokens. */
  readonly strength: OwnFloat64Array;
  /**
   * (contribution · y) / (y · y) for y = output − b2: negative if the neuron opposes the output;
   * all shares sum to 1.
   */
  readonly share: OwnFloat64Array;
  /** Sum of the shares of this neuron and of those before it. */
  readonly cumulative_share: OwnFloat64Array;
}

const ranking_options = {
  /** Token by which neurons are ranked; default: the average over all tokens. */
  token: option(expect_number),
  /** Number of neurons in the result; default 10. */
  top: option(expect_number),
};

/** The token and the number of neurons of a ranking. */
export interface RankingOptions extends OptionsOf<typeof ranking_options> {}

/** A hidden unit as a key-value memory, and its contribution for one token. */
export interface Neuron {
  /** Row of W1: (d_model). */
  readonly key: OwnFloat32Array;
  /** Element of b1; 0 in a network without b1. */
  readonly bias: number;
  /** Row of W_gate: (d_model); only in gated networks. */
  readonly gate_key?: OwnFloat32Array;
  /** Element of b_gate, 0 without b_gate; only in gated networks. */
  readonly gate_bias?: number;
  /** Column of W2: (d_model). */
  readonly value: OwnFloat32Array;
  /** Euclidean norm of `value`. */
  readonly value_norm: number;
  /** pre_activation of the token. */
  readonly score: number;
  /** hidden_dropped of the token: the input of the second layer. */
  readonly coefficient: number;
  /** |coefficient| · value_norm */
  readonly strength: number;
  /** coefficient · value, exact in float64: (d_model). */
  readonly contribution: OwnFloat64Array;
}

const neuron_options = {
  /** Token, leading dimensions flattened. */
  token: required(expect_number),
  /** Index of the hidden unit. */
  neuron: required(expect_number),
};

/** A hidden unit and a token. */
export interface NeuronOptions extends OptionsOf<typeof neuron_options> {}

/** Outputs with and without an ablation, each of the input's shape. */
export interface Ablation {
  /** Output of the unmodified network. */
  readonly baseline: Tensor;
  /** Output with the chosen neurons scaled. */
  readonly output: Tensor;
}

const ablation_options = {
  /** Indices of hidden units. */
  neurons: required<readonly number[]>(expect_number_array),
  /** Factor of the neurons' values: 0 silences them, −1 inverts their sign; default 0. */
  factor: option(expect_number),
  /** Tensor that is scaled: pre_activation or hidden; default `after_activation` (hidden). */
  site: option(expect_name<'before_activation' | 'after_activation'>),
};

/** The neurons that an ablation scales, and the factor. */
export interface AblationOptions extends OptionsOf<typeof ablation_options> {}

/** Returns the named tensors of a trace after checking their types. */
function read_trace(trace: unknown, ...names: (keyof FeedForwardTrace)[]): TensorLike[] {
  return Object.values(
    read_members(
      'trace',
      trace,
      Object.fromEntries(names.map((name) => [name, required(expect_tensor)])),
    ),
  ) as TensorLike[];
}

/** Analyses of hidden units. A part of `Lab`. */
export class NeuronAnalysis {
  readonly #instance: ModuleInstance;

  /** @internal Use `load()`. */
  constructor(instance: ModuleInstance) {
    this.#instance = instance;
  }

  /**
   * Returns the hidden units of a trace that receive no gradient from any token (dead), those with
   * almost no output (silent), and the share of tokens for which each unit is active.
   */
  readonly dead_units = (trace: HiddenTrace, options: DeadUnitOptions): DeadUnits =>
    call(
      this.#instance.raw,
      'dead_units',
      ...read_trace(trace, 'pre_activation', 'hidden'),
      read_options(options, dead_unit_options),
    );
  /** Ranks the neurons of a trace by their contribution to the output, |coefficient| · ‖value‖. */
  readonly rank_neurons = (
    ffn: FeedForward,
    trace: Like<Pick<FeedForwardTrace, 'hidden_dropped'>>,
    options: RankingOptions = {},
  ): NeuronRanking => {
    const tensors = read_trace(trace, 'hidden_dropped');
    return call(
      this.#instance.raw,
      'rank_neurons',
      raw_network_of(this.#instance, ffn),
      ...tensors,
      read_options(options, ranking_options),
    );
  };
  /** Returns key, score, coefficient and value of one neuron for one token of a trace. */
  readonly neuron = (
    ffn: FeedForward,
    trace: Like<Pick<FeedForwardTrace, 'pre_activation' | 'hidden_dropped'>>,
    options: NeuronOptions,
  ): Neuron => {
    const tensors = read_trace(trace, 'pre_activation', 'hidden_dropped');
    return call(
      this.#instance.raw,
      'neuron',
      raw_network_of(this.#instance, ffn),
      ...tensors,
      read_options(options, neuron_options),
    );
  };
  /**
   * Returns the output for x (…, d_model) with chosen neurons scaled, before or after the
   * activation, and the unmodified output.
   */
  readonly ablate = (ffn: FeedForward, x: TensorLike, options: AblationOptions): Ablation =>
    call(
      this.#instance.raw,
      'ablate',
      raw_network_of(this.#instance, ffn),
      expect_tensor('x', x),
      read_options(options, ablation_options),
    );
}
