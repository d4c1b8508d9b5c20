/** Options of feed-forward networks, and groups of options that several objects share. */
import { expect_boolean, expect_name, expect_number, option, required } from '../edge/index.js';
import type {
  ActivationKind,
  DropoutPlacement,
  Initialization,
  Like,
  OptionsOf,
} from '../edge/index.js';

export const init_option = {
  /** Initialization of the weights; default `pytorch`. */
  init: option(expect_name<Initialization>),
};

/** Options of random weights. */
export const weight_options = {
  ...init_option,
  /**
   * Seed of the weights, 0 to 2³² − 1; default 0. The same seed gives the same weights in every
   * build.
   */
  seed: option(expect_number),
};

export const activation_option = {
  /** Activation of the feed-forward network; default `gelu`. */
  activation: option(expect_name<ActivationKind>),
};

export const width_option = {
  /** Features of a token. */
  d_model: required(expect_number),
};

export const causal_option = {
  /** Whether a token attends only to itself and to earlier tokens, as in GPT-2; default true. */
  causal: option(expect_boolean),
};

export const qkv_bias_option = {
  /**
   * Whether query, key and value have biases; default true. The output projection always has one.
   */
  qkv_bias: option(expect_boolean),
};

export const bias_option = {
  /** Whether the layers of the feed-forward network have biases; default true. */
  bias: option(expect_boolean),
};

/** Options of the layers of a network of a given width. */
export const layer_options = {
  /** Hidden units; default 4 × d_model. */
  d_ff: option(expect_number),
  ...bias_option,
  /** Whether the feed-forward network has a gate; default false. */
  gated: option(expect_boolean),
};

/** Options of networks with random and with given weights. */
export const behaviour_options = {
  ...activation_option,
  /** Dropout probability, 0 to 1; default 0. Applies only to passes with a `dropout_rng`. */
  dropout: option(expect_number),
  /** Tensor on which dropout acts; default `hidden`. */
  dropout_placement: option(expect_name<DropoutPlacement>),
};

export const size_options = { ...width_option, ...layer_options };
export const random_options = { ...size_options, ...weight_options };

/** Options of Transformer blocks, also of those in files. */
export const block_options = {
  /** Number of attention heads, a divisor of d_model; default 1. */
  n_heads: option(expect_number),
  /** Whether each branch adds its input to its output (residual connections); default true. */
  shortcuts: option(expect_boolean),
  /**
   * Dropout probability of each branch's output before its shortcut; default 0. All dropouts apply
   * only to passes with a `dropout_rng`.
   */
  dropout: option(expect_number),
  /** Dropout probability of the attention weights; default 0. */
  attention_dropout: option(expect_number),
  /** Dropout probability of the hidden activations of the feed-forward network; default 0. */
  feed_forward_dropout: option(expect_number),
  ...causal_option,
  ...activation_option,
};

/** The option of networks with given weights. */
export type WithWeights<Weights> = {
  /** Weights, which are copied. */
  readonly weights: Like<Weights>;
};

/** Options common to networks with random and with given weights. */
export interface FeedForwardBehaviour extends OptionsOf<typeof behaviour_options> {}
