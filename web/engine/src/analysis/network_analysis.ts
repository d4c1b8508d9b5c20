import {
  call,
  expect_list,
  expect_name,
  expect_number,
  expect_strings,
  expect_tensor,
  option,
  read_options,
  required,
} from '../edge/index.js';
import type {
  ActivationKind,
  ModuleInstance,
  OptionsOf,
  OwnFloat32Array,
  OwnFloat64Array,
  OwnInt32Array,
  TensorLike,
} from '../edge/index.js';
import { type FeedForward, raw_network_of } from '../layers/feed_forward.js';
import { activation_option, size_options } from '../layers/network_options.js';
import { type DropoutExperiment, DropoutRun, type DropoutStatistics } from './dropout_run.js';
import { ForwardStages } from './forward_stages.js';
import type { Difference, Summary } from './tensor_statistics.js';

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

const dimension_options = {
  ...size_options,
  ...activation_option,
  /** Number of sequences; default 1. */
  batch: option(expect_number),
  /** Tokens of a sequence; default 1. */
  seq_len: option(expect_number),
  /** Seed of the weights and of the input, 0 to 2³² − 1; default 0. */
  seed: option(expect_number),
};

/** Sizes of one network and of the input of its dimension check. */
export interface DimensionConfiguration extends OptionsOf<
  typeof dimension_options & typeof size_options & typeof activation_option
> {}

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
  readonly permutation: OwnInt32Array;
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

const independence_options = {
  /** Index of the changed token, leading dimensions flattened; default 0. */
  changed_token: option(expect_number),
  /** Number added to every feature of that token; default 1. */
  change: option(expect_number),
  /** Seed of the permutation of the tokens, 0 to 2³² − 1; default 0. */
  seed: option(expect_number),
};

/** The token that the independence test changes, and the change. */
export interface IndependenceOptions extends OptionsOf<typeof independence_options> {}

/** The terms of one output cell of a linear layer: Σ terms + bias. */
export interface DotTrace {
  /** The layer's input for this token. */
  readonly input: OwnFloat32Array;
  /** Row of the layer's weight. */
  readonly weight: OwnFloat32Array;
  /** Elementwise products input · weight, exact in float64. */
  readonly terms: OwnFloat64Array;
  /** Cumulative sums of the terms in float64; the last one is the whole sum. */
  readonly partial_sums: OwnFloat64Array;
  /** Bias of the cell; 0 for a layer without bias. */
  readonly bias: number;
  /** Value of the cell in float64. */
  readonly sum: number;
  /** Value of the cell as the network computes it in float32, bit for bit. */
  readonly computed: number;
}

const cell_options = {
  /** Layer of the output cell. */
  layer: required(expect_name<'linear1' | 'gate' | 'linear2'>),
  /** Token (row) of the input, leading dimensions flattened; default 0. */
  token: option(expect_number),
  /** Index of the layer's output feature; default 0. */
  feature: option(expect_number),
};

/** Position of one output cell of a linear layer. */
export interface CellOptions extends OptionsOf<typeof cell_options> {}

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

const read_configuration = (value: unknown) =>
  read_options(value as object, dimension_options, 'configuration');

const expect_configurations = (value: unknown) =>
  expect_list('configurations', value, 'an array of configurations').map(read_configuration);

/**
 * Analyses of networks and of their passes. All passes except those of the dropout experiment run
 * in evaluation mode.
 */
export class NetworkAnalysis {
  readonly #instance: ModuleInstance;

  /** @internal Use `load()`. */
  constructor(instance: ModuleInstance) {
    this.#instance = instance;
  }

  /**
   * Creates a network, runs it on random input and returns the shapes of the tensors.
   * @throws FfnError `invalid_argument` for tensors of more than 2²⁴ elements
   */
  readonly dimension_check = (configuration: DimensionConfiguration): DimensionReport =>
    call(this.#instance.raw, 'dimension_check', read_configuration(configuration));
  /**
   * Runs `dimension_check` for each configuration. Default: (d_model, d_ff, batch × seq_len) =
   * (128, 512, 2 × 10), (256, 1024, 4 × 20) and (512, 2048, 8 × 50), with `gelu`.
   */
  readonly dimension_grid = (
    configurations?: readonly DimensionConfiguration[],
  ): DimensionReport[] =>
    call(
      this.#instance.raw,
      'dimension_grid',
      configurations === undefined ? undefined : expect_configurations(configurations),
    );
  /**
   * Tests whether the network is position-wise: compares passes over single tokens, over permuted
   * tokens and with one changed token bit by bit with a pass over x (…, d_model).
   */
  readonly independence = (
    ffn: FeedForward,
    x: TensorLike,
    options: IndependenceOptions = {},
  ): Independence =>
    call(
      this.#instance.raw,
      'independence',
      raw_network_of(this.#instance, ffn),
      expect_tensor('x', x),
      read_options(options, independence_options),
    );
  /**
   * Runs training passes of x (…, d_model) and returns their mean and variance, the theoretical
   * values and standard errors.
   */
  readonly dropout_statistics = (
    ffn: FeedForward,
    x: TensorLike,
    options: DropoutExperiment = {},
  ): DropoutStatistics => {
    const run = this.DropoutRun(ffn, x, options);
    try {
      while (run.advance(1000) > 0);
      return run.statistics();
    } finally {
      run.dispose();
    }
  };
  /**
   * Creates the experiment of `dropout_statistics` for execution a few passes at a time. Dispose of
   * it when done.
   */
  readonly DropoutRun = (
    ffn: FeedForward,
    x: TensorLike,
    options: DropoutExperiment = {},
  ): DropoutRun => new DropoutRun(this.#instance, raw_network_of(this.#instance, ffn), x, options);
  /**
   * Creates the stages of a pass of x (…, d_model), to time each of them separately. Dispose of the
   * object when done.
   */
  readonly ForwardStages = (ffn: FeedForward, x: TensorLike): ForwardStages =>
    new ForwardStages(this.#instance, raw_network_of(this.#instance, ffn), x);
  /**
   * Returns all terms of one output cell of a layer. `input` is the layer's input: x for linear1
   * and gate, hidden_dropped for linear2.
   */
  readonly trace_dot = (ffn: FeedForward, input: TensorLike, options: CellOptions): DotTrace =>
    call(
      this.#instance.raw,
      'trace_dot',
      raw_network_of(this.#instance, ffn),
      expect_tensor('input', input),
      read_options(options, cell_options),
    );
  /** Returns statistics of every tensor of a pass of x (…, d_model). */
  readonly forward_statistics = (ffn: FeedForward, x: TensorLike): ForwardStatistics =>
    call(
      this.#instance.raw,
      'forward_statistics',
      raw_network_of(this.#instance, ffn),
      expect_tensor('x', x),
    );
  /**
   * Runs the network with activation a and with activation b instead of its own; returns the
   * statistics of both passes and their differences.
   */
  readonly compare_forward = (
    ffn: FeedForward,
    x: TensorLike,
    a: ActivationKind,
    b: ActivationKind,
  ): ForwardComparison =>
    call(
      this.#instance.raw,
      'compare_forward',
      raw_network_of(this.#instance, ffn),
      expect_tensor('x', x),
      ...expect_strings({ a, b }),
    );
}
