/** Exact numbers of parameters and operations. */
import {
  call,
  expect_boolean,
  expect_number,
  expect_number_array,
  option,
  read_options,
  required,
} from '../edge/index.js';
import type { ModuleInstance, OptionsOf } from '../edge/index.js';
import {
  bias_option,
  causal_option,
  qkv_bias_option,
  size_options,
  width_option,
} from '../layers/network_options.js';

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

/** Sizes of a feed-forward network. */
export interface FeedForwardCostOptions extends OptionsOf<typeof size_options> {}

const ratio_cost_options = {
  ...width_option,
  /** Ratios d_ff / d_model, one for each result; default 1, 2, 4, 8. */
  ratios: option<readonly number[]>(expect_number_array),
  ...bias_option,
};

/** Sizes of feed-forward networks that differ in their number of hidden units. */
export interface RatioCostOptions extends OptionsOf<
  typeof ratio_cost_options & typeof width_option & typeof bias_option
> {}

const attention_cost_options = {
  ...width_option,
  /** Tokens of a sequence. */
  seq_len: required(expect_number),
  ...causal_option,
  ...qkv_bias_option,
};

/** Sizes of an attention layer and of its sequences. */
export interface AttentionCostOptions extends OptionsOf<
  typeof attention_cost_options &
    typeof width_option &
    typeof causal_option &
    typeof qkv_bias_option
> {}

const model_options = {
  /** Number of Transformer blocks; default 12. */
  n_layers: option(expect_number),
  /** Features of a token; default 768. */
  d_model: option(expect_number),
  /** Hidden units of each feed-forward network; default 4 × d_model. */
  d_ff: option(expect_number),
  /** Size of the vocabulary; default 50257. */
  n_vocab: option(expect_number),
  /** Number of positions; default 1024. */
  n_context: option(expect_number),
  /** Whether the output layer shares the token embedding's weights; default true. */
  tied_embedding: option(expect_boolean),
  ...qkv_bias_option,
};

/** Sizes of a GPT-2 model; the defaults are those of the smallest published model. */
export interface ModelOptions extends OptionsOf<typeof model_options & typeof qkv_bias_option> {}

/** Costs of networks, layers and models, which need not exist. A part of `Lab`. */
export class CostAnalysis {
  readonly #instance: ModuleInstance;

  /** @internal Use `load()`. */
  constructor(instance: ModuleInstance) {
    this.#instance = instance;
  }

  /**
   * Returns the numbers of parameters and operations of a network of these sizes without creating
   * the network.
   */
  readonly feed_forward_cost = (options: FeedForwardCostOptions): FeedForwardCost =>
    call(this.#instance.raw, 'feed_forward_cost', read_options(options, size_options));
  /**
   * Returns the costs of networks with d_ff = ratio × d_model, one for each ratio; default ratios
   * 1, 2, 4, 8.
   */
  readonly ratio_costs = (options: RatioCostOptions): RatioCost[] =>
    call(this.#instance.raw, 'ratio_costs', read_options(options, ratio_cost_options));
  /**
   * Returns the number of parameters of an attention layer and its operations per token, averaged
   * over a sequence.
   */
  readonly attention_cost = (options: AttentionCostOptions): AttentionCost =>
    call(this.#instance.raw, 'attention_cost', read_options(options, attention_cost_options));
  /**
   * Returns the numbers of parameters of a GPT-2 model; without options for the smallest one,
   * 124,439,808 in all.
   */
  readonly model_cost = (options: ModelOptions = {}): ModelCost =>
    call(this.#instance.raw, 'model_cost', read_options(options, model_options));
}
