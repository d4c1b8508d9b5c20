import { LabAnalysis } from './analysis.js';
import { core_of_lab, module_of } from './core.js';
import { dropout_statistics, DropoutRun } from './dropout_run.js';
import { ForwardStages } from './forward_stages.js';
import { FeedForward } from './feed_forward.js';
import type {
  Ablation,
  AblationOptions,
  CellOptions,
  DeadUnitOptions,
  DeadUnits,
  DimensionConfiguration,
  DimensionReport,
  DotTrace,
  DropoutExperiment,
  DropoutStatistics,
  ForwardComparison,
  ForwardStatistics,
  HiddenTrace,
  Independence,
  IndependenceOptions,
  Neuron,
  NeuronRanking,
  RankingOptions,
} from './network_analysis_types.js';
import { is_own, raw_of } from './owned.js';
import type { RawOptions } from './raw_analysis.js';
import type { RawFeedForward } from './raw_module.js';
import { value_of } from './raw_module.js';
import type { ActivationKind, FeedForwardTrace, Tensor } from './types.js';
import { expect_boolean, expect_list, expect_members, expect_number, expect_number_array, expect_options } from './validate.js';
import { expect_string, expect_tensor, optional, wrong_type } from './validate.js';

const configuration_names = ['d_model', 'd_ff', 'batch', 'seq_len', 'activation', 'bias', 'gated', 'seed'] as const;

function read_configuration(value: unknown): RawOptions {
  const given = expect_options('configuration', value as DimensionConfiguration, configuration_names);
  return {
    d_model: expect_number('d_model', given.d_model),
    d_ff: optional(expect_number, 'd_ff', given.d_ff),
    batch: expect_number('batch', given.batch, 1),
    seq_len: expect_number('seq_len', given.seq_len, 1),
    activation: expect_string('activation', given.activation, 'gelu'),
    bias: expect_boolean('bias', given.bias, true),
    gated: expect_boolean('gated', given.gated, false),
    seed: expect_number('seed', given.seed, 0),
  };
}

/** Returns the named tensors of a trace after checking their types. */
function read_trace<Name extends keyof FeedForwardTrace>(trace: unknown, ...names: Name[]): Record<Name, Tensor> {
  const tensors = expect_members('trace', trace, names);
  return Object.fromEntries(names.map((name) => [name, expect_tensor(name, tensors[name])])) as Record<Name, Tensor>;
}

/** Analyses of networks and of their passes. All passes except those of the dropout experiment run in evaluation mode. */
export abstract class LabNetworkAnalysis extends LabAnalysis {
  #network(ffn: unknown): RawFeedForward {
    if (is_own(ffn, FeedForward, core_of_lab(this))) return raw_of(ffn);
    throw wrong_type('ffn', ffn, 'a FeedForward of the same lab');
  }

  /**
   * Creates a network, runs it on random input and returns the shapes of the tensors.
   * @throws FfnError `invalid_argument` for tensors of more than 2²⁴ elements
   */
  dimension_check(configuration: DimensionConfiguration): DimensionReport {
    return value_of(module_of(this).dimension_check(read_configuration(configuration)));
  }

  /**
   * Runs `dimension_check` for each configuration. Default: (d_model, d_ff, batch × seq_len) = (128, 512, 2 × 10), (256, 1024, 4 × 20) and
   * (512, 2048, 8 × 50), with `gelu`.
   */
  dimension_grid(configurations?: readonly DimensionConfiguration[]): DimensionReport[] {
    if (configurations === undefined) return value_of(module_of(this).dimension_grid(undefined));
    const list = expect_list('configurations', configurations, 'an array of configurations');
    return value_of(module_of(this).dimension_grid(list.map(read_configuration)));
  }

  /**
   * Tests whether the network is position-wise: compares passes over single tokens, over permuted tokens and with one changed token bit by
   * bit with a pass over x (…, d_model).
   */
  independence(ffn: FeedForward, x: Tensor, options: IndependenceOptions = {}): Independence {
    const { changed_token, change, seed } = expect_options('options', options, ['changed_token', 'change', 'seed']);
    const read = {
      changed_token: expect_number('changed_token', changed_token, 0),
      change: expect_number('change', change, 1),
      seed: expect_number('seed', seed, 0),
    };
    return value_of(module_of(this).independence(this.#network(ffn), expect_tensor('x', x), read));
  }

  /** Runs training passes of x (…, d_model) and returns their mean and variance, the theoretical values and standard errors. */
  dropout_statistics(ffn: FeedForward, x: Tensor, options: DropoutExperiment = {}): DropoutStatistics {
    return dropout_statistics(this.DropoutRun(ffn, x, options));
  }

  /** Creates the experiment of `dropout_statistics` for execution a few passes at a time. Dispose of it when done. */
  DropoutRun(ffn: FeedForward, x: Tensor, options: DropoutExperiment = {}): DropoutRun {
    return new DropoutRun(core_of_lab(this), this.#network(ffn), x, options);
  }

  /** Creates the stages of a pass of x (…, d_model), to time each of them separately. Dispose of the object when done. */
  ForwardStages(ffn: FeedForward, x: Tensor): ForwardStages {
    return new ForwardStages(core_of_lab(this), this.#network(ffn), x);
  }

  /**
   * Returns the hidden units of a trace that receive no gradient from any token (dead), those with almost no output (silent), and the share
   * of tokens for which each unit is active.
   */
  dead_units(trace: HiddenTrace, options: DeadUnitOptions): DeadUnits {
    const { activation, threshold } = expect_options('options', options, ['activation', 'threshold']);
    const kind = expect_string('activation', activation);
    const limit = expect_number('threshold', threshold, 0.001);
    return value_of(module_of(this).dead_units(read_trace(trace, 'pre_activation', 'hidden'), kind, limit));
  }

  /** Ranks the neurons of a trace by their contribution to the output, |coefficient| · ‖value‖. */
  rank_neurons(ffn: FeedForward, trace: Pick<FeedForwardTrace, 'hidden_dropped'>, options: RankingOptions = {}): NeuronRanking {
    const { token, top } = expect_options('options', options, ['token', 'top']);
    const { hidden_dropped } = read_trace(trace, 'hidden_dropped');
    const chosen = [optional(expect_number, 'token', token), expect_number('top', top, 10)] as const;
    return value_of(module_of(this).rank_neurons(this.#network(ffn), hidden_dropped, ...chosen));
  }

  /** Returns key, score, coefficient and value of one neuron for one token of a trace. */
  neuron(
    ffn: FeedForward,
    trace: Pick<FeedForwardTrace, 'pre_activation' | 'hidden_dropped'>,
    options: { readonly token: number; readonly neuron: number },
  ): Neuron {
    const { token, neuron } = expect_options('options', options, ['token', 'neuron']);
    const tensors = read_trace(trace, 'pre_activation', 'hidden_dropped');
    const place = [expect_number('token', token), expect_number('neuron', neuron)] as const;
    return value_of(module_of(this).neuron(this.#network(ffn), tensors, ...place));
  }

  /** Returns the output for x (…, d_model) with chosen neurons scaled, before or after the activation, and the unmodified output. */
  ablate(ffn: FeedForward, x: Tensor, options: AblationOptions): Ablation {
    const { neurons, factor, site } = expect_options('options', options, ['neurons', 'factor', 'site']);
    const read = {
      neurons: expect_number_array('neurons', neurons),
      factor: expect_number('factor', factor, 0),
      site: expect_string('site', site, 'after_activation'),
    };
    return value_of(module_of(this).ablate(this.#network(ffn), expect_tensor('x', x), read));
  }

  /** Returns all terms of one output cell of a layer. `input` is the layer's input: x for linear1 and gate, hidden_dropped for linear2. */
  trace_dot(ffn: FeedForward, input: Tensor, options: CellOptions): DotTrace {
    const { layer, token, feature } = expect_options('options', options, ['layer', 'token', 'feature']);
    const read = {
      layer: expect_string('layer', layer),
      token: expect_number('token', token, 0),
      feature: expect_number('feature', feature, 0),
    };
    return value_of(module_of(this).trace_dot(this.#network(ffn), expect_tensor('input', input), read));
  }

  /** Returns statistics of every tensor of a pass of x (…, d_model). */
  forward_statistics(ffn: FeedForward, x: Tensor): ForwardStatistics {
    return value_of(module_of(this).forward_statistics(this.#network(ffn), expect_tensor('x', x)));
  }

  /**
   * Runs the network's weights with activation a and with activation b, independent of its own activation; returns the statistics of both
   * passes and their differences.
   */
  compare_forward(ffn: FeedForward, x: Tensor, a: ActivationKind, b: ActivationKind): ForwardComparison {
    const kinds = [expect_string('a', a), expect_string('b', b)] as const;
    return value_of(module_of(this).compare_forward(this.#network(ffn), expect_tensor('x', x), ...kinds));
  }
}
