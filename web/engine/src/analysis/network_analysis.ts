import { LabAnalysis } from './analysis.js';
import { core_of_lab, module_of } from '../layers/core_lab.js';
import { type DropoutExperiment, DropoutRun } from './dropout_run.js';
import { ForwardStages } from './forward_stages.js';
import { FeedForward } from '../layers/feed_forward.js';
import type {
  Ablation,
  DeadUnits,
  DimensionReport,
  DotTrace,
  DropoutStatistics,
  ForwardComparison,
  ForwardStatistics,
  HiddenTrace,
  Independence,
  Neuron,
  NeuronRanking,
} from './network_analysis_types.js';
import {
  expect_list,
  expect_name,
  expect_number,
  expect_number_array,
  expect_strings,
  expect_tensor,
  option,
  raw_of_own,
  read_members,
  read_options,
  required,
  call,
} from '../edge/index.js';
import type {
  ActivationKind,
  FeedForwardTrace,
  OptionsOf,
  RawFeedForward,
  Tensor,
} from '../edge/index.js';
import { activation_option, size_options } from '../layers/network_options.js';

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

const dead_unit_options = {
  /** Activation that the pass used. */
  activation: required(expect_name<ActivationKind>),
  /** A unit is silent if |hidden| < threshold for every token; default 0.001. */
  threshold: option(expect_number),
};

/** Criteria for dead and silent units. */
export interface DeadUnitOptions extends OptionsOf<typeof dead_unit_options> {}

const ranking_options = {
  /** Token by which neurons are ranked; default: the average over all tokens. */
  token: option(expect_number),
  /** Number of neurons in the result; default 10. */
  top: option(expect_number),
};

/** The token and the number of neurons of a ranking. */
export interface RankingOptions extends OptionsOf<typeof ranking_options> {}

const neuron_options = {
  /** Token, leading dimensions flattened. */
  token: required(expect_number),
  /** Index of the hidden unit. */
  neuron: required(expect_number),
};

/** A hidden unit and a token. */
export interface NeuronOptions extends OptionsOf<typeof neuron_options> {}

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

const read_configuration = (value: unknown) =>
  read_options(value as object, dimension_options, 'configuration');

const expect_configurations = (value: unknown) =>
  expect_list('configurations', value, 'an array of configurations').map(read_configuration);

/** Returns the named tensors of a trace after checking their types. */
function read_trace(trace: unknown, ...names: (keyof FeedForwardTrace)[]): Tensor[] {
  return Object.values(
    read_members(
      'trace',
      trace,
      Object.fromEntries(names.map((name) => [name, required(expect_tensor)])),
    ),
  ) as Tensor[];
}

/**
 * Analyses of networks and of their passes. All passes except those of the dropout experiment run
 * in evaluation mode.
 */
export abstract class LabNetworkAnalysis extends LabAnalysis {
  #network(ffn: unknown): RawFeedForward {
    return raw_of_own(core_of_lab(this), FeedForward, 'FeedForward', 'ffn', ffn);
  }

  /**
   * Creates a network, runs it on random input and returns the shapes of the tensors.
   * @throws FfnError `invalid_argument` for tensors of more than 2²⁴ elements
   */
  readonly dimension_check = (configuration: DimensionConfiguration): DimensionReport =>
    call(module_of(this), 'dimension_check', read_configuration(configuration));
  /**
   * Runs `dimension_check` for each configuration. Default: (d_model, d_ff, batch × seq_len) =
   * (128, 512, 2 × 10), (256, 1024, 4 × 20) and (512, 2048, 8 × 50), with `gelu`.
   */
  readonly dimension_grid = (
    configurations?: readonly DimensionConfiguration[],
  ): DimensionReport[] =>
    call(
      module_of(this),
      'dimension_grid',
      configurations === undefined ? undefined : expect_configurations(configurations),
    );
  /**
   * Tests whether the network is position-wise: compares passes over single tokens, over permuted
   * tokens and with one changed token bit by bit with a pass over x (…, d_model).
   */
  readonly independence = (
    ffn: FeedForward,
    x: Tensor,
    options: IndependenceOptions = {},
  ): Independence =>
    call(
      module_of(this),
      'independence',
      this.#network(ffn),
      expect_tensor('x', x),
      read_options(options, independence_options),
    );
  /**
   * Runs training passes of x (…, d_model) and returns their mean and variance, the theoretical
   * values and standard errors.
   */
  readonly dropout_statistics = (
    ffn: FeedForward,
    x: Tensor,
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
    x: Tensor,
    options: DropoutExperiment = {},
  ): DropoutRun => new DropoutRun(core_of_lab(this), this.#network(ffn), x, options);
  /**
   * Creates the stages of a pass of x (…, d_model), to time each of them separately. Dispose of the
   * object when done.
   */
  readonly ForwardStages = (ffn: FeedForward, x: Tensor): ForwardStages =>
    new ForwardStages(core_of_lab(this), this.#network(ffn), x);
  /**
   * Returns the hidden units of a trace that receive no gradient from any token (dead), those with
   * almost no output (silent), and the share of tokens for which each unit is active.
   */
  readonly dead_units = (trace: HiddenTrace, options: DeadUnitOptions): DeadUnits =>
    call(
      module_of(this),
      'dead_units',
      ...read_trace(trace, 'pre_activation', 'hidden'),
      read_options(options, dead_unit_options),
    );
  /** Ranks the neurons of a trace by their contribution to the output, |coefficient| · ‖value‖. */
  readonly rank_neurons = (
    ffn: FeedForward,
    trace: Pick<FeedForwardTrace, 'hidden_dropped'>,
    options: RankingOptions = {},
  ): NeuronRanking => {
    const tensors = read_trace(trace, 'hidden_dropped');
    return call(
      module_of(this),
      'rank_neurons',
      this.#network(ffn),
      ...tensors,
      read_options(options, ranking_options),
    );
  };
  /** Returns key, score, coefficient and value of one neuron for one token of a trace. */
  readonly neuron = (
    ffn: FeedForward,
    trace: Pick<FeedForwardTrace, 'pre_activation' | 'hidden_dropped'>,
    options: NeuronOptions,
  ): Neuron => {
    const tensors = read_trace(trace, 'pre_activation', 'hidden_dropped');
    return call(
      module_of(this),
      'neuron',
      this.#network(ffn),
      ...tensors,
      read_options(options, neuron_options),
    );
  };
  /**
   * Returns the output for x (…, d_model) with chosen neurons scaled, before or after the
   * activation, and the unmodified output.
   */
  readonly ablate = (ffn: FeedForward, x: Tensor, options: AblationOptions): Ablation =>
    call(
      module_of(this),
      'ablate',
      this.#network(ffn),
      expect_tensor('x', x),
      read_options(options, ablation_options),
    );
  /**
   * Returns all terms of one output cell of a layer. `input` is the layer's input: x for linear1
   * and gate, hidden_dropped for linear2.
   */
  readonly trace_dot = (ffn: FeedForward, input: Tensor, options: CellOptions): DotTrace =>
    call(
      module_of(this),
      'trace_dot',
      this.#network(ffn),
      expect_tensor('input', input),
      read_options(options, cell_options),
    );
  /** Returns statistics of every tensor of a pass of x (…, d_model). */
  readonly forward_statistics = (ffn: FeedForward, x: Tensor): ForwardStatistics =>
    call(module_of(this), 'forward_statistics', this.#network(ffn), expect_tensor('x', x));
  /**
   * Runs the network with activation a and with activation b instead of its own; returns the
   * statistics of both passes and their differences.
   */
  readonly compare_forward = (
    ffn: FeedForward,
    x: Tensor,
    a: ActivationKind,
    b: ActivationKind,
  ): ForwardComparison =>
    call(
      module_of(this),
      'compare_forward',
      this.#network(ffn),
      expect_tensor('x', x),
      ...expect_strings({ a, b }),
    );
}
