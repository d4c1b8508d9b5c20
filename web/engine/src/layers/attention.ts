import { attention_names, expect_number, option, required } from '../edge/index.js';
import type {
  ModuleInstance,
  FeedForwardGradients,
  OptionsOf,
  RawHandle,
  Tensor,
} from '../edge/index.js';
import { Network, type NetworkKind } from './network.js';
import {
  causal_option,
  qkv_bias_option,
  weight_options,
  width_option,
  type WithWeights,
} from './network_options.js';

/**
 * Weights of the four projections: matrices (d_model, d_model) in layout (out, in) and biases
 * (d_model). A projection without a bias field has no bias.
 */
export interface AttentionWeights {
  /** Query projection, (d_model, d_model). */
  readonly w_query: Tensor;
  /** Query bias, (d_model). */
  readonly b_query?: Tensor;
  /** Key projection, (d_model, d_model). */
  readonly w_key: Tensor;
  /** Key bias, (d_model). */
  readonly b_key?: Tensor;
  /** Value projection, (d_model, d_model). */
  readonly w_value: Tensor;
  /** Value bias, (d_model). */
  readonly b_value?: Tensor;
  /** Output projection, (d_model, d_model). */
  readonly w_output: Tensor;
  /** Output bias, (d_model). */
  readonly b_output?: Tensor;
}

/** Gradients of a scalar loss with respect to each existing weight and to the input. */
export interface AttentionGradients extends AttentionWeights, Pick<FeedForwardGradients, 'x'> {}

const behaviour = {
  /** Number of heads, a divisor of d_model. */
  n_heads: required(expect_number),
  /**
   * Dropout probability of the attention weights, 0 to 1; default 0. Applies only to passes with a
   * `dropout_rng`.
   */
  dropout: option(expect_number),
  ...causal_option,
};

/** Options common to attention layers with random and with given weights. */
export interface AttentionBehaviour extends OptionsOf<typeof behaviour & typeof causal_option> {}

/**
 * Sizes of an attention layer with random weights, which are drawn in the order query, key, value,
 * output.
 */
export interface AttentionSizes
  extends
    AttentionBehaviour,
    OptionsOf<typeof width_option & typeof qkv_bias_option & typeof weight_options> {}

/** An attention layer with given weights, which determine d_model and the biases. */
export interface AttentionFromWeights extends AttentionBehaviour, WithWeights<AttentionWeights> {}

/** Options of an attention layer with random or with given weights. */
export type AttentionOptions = AttentionSizes | AttentionFromWeights;

/** All tensors of one pass. The dimension `batch` exists only if x has it. */
export interface AttentionTrace {
  /** Queries of all heads side by side, (batch, seq_len, d_model). */
  readonly query: Tensor;
  /** Keys, of the shape of query. */
  readonly key: Tensor;
  /** Values, of the shape of query. */
  readonly value: Tensor;
  /**
   * Attention weights before dropout, (batch, n_heads, seq_len, seq_len): weight of each token
   * (last index) for each token (third index). Rows sum to 1.
   */
  readonly weights: Tensor;
  /**
   * Dropout mask of the weights in training passes: 0 for a dropped weight, otherwise 1 / (1 − p).
   */
  readonly mask?: Tensor;
  /** weights · value, of the shape of query. */
  readonly context: Tensor;
  /** context·W_outputᵀ + b_output, of the shape of x. */
  readonly output: Tensor;
}

const kind: NetworkKind = {
  name: 'Attention',
  make: 'make_attention',
  behaviour,
  random: { ...width_option, ...qkv_bias_option, ...weight_options },
  names: attention_names,
  sizes: ['d_model'],
  properties: ['n_heads'],
};

/**
 * Multi-head self-attention (Vaswani et al. 2017, section 3.2). x is (seq_len, d_model) or (batch,
 * seq_len, d_model). With `causal`, a changed token changes no bit of the outputs of earlier
 * tokens.
 */
export class Attention extends Network<
  RawHandle,
  AttentionWeights,
  AttentionTrace,
  AttentionGradients
> {
  /** Features of a token. */
  declare readonly d_model: number;
  /** Number of heads, each of d_model / n_heads features. */
  declare readonly n_heads: number;

  /** @internal Use `lab.Attention(options)`. */
  constructor(instance: ModuleInstance, options: AttentionOptions) {
    super(instance, options, kind);
  }
}
