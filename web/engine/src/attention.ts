import type { Core } from './core.js';
import { Network } from './network.js';
import { raw_of } from './owned.js';
import type { RawModule } from './raw_module.js';
import { value_of } from './raw_module.js';
import type { RawAttention } from './raw_nn.js';
import type { Initialization, Tensor } from './types.js';
import { expect_boolean, expect_number, expect_options, expect_string } from './validate.js';
import { attention_names, flat_tensors, with_sizes_of_weights } from './weights.js';

/**
 * Weights of the four projections: matrices (d_model, d_model) in layout (out, in) and biases (d_model). A projection without a bias field
 * has no bias.
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
export interface AttentionGradients extends AttentionWeights {
  /** Gradient with respect to the input, of its shape. */
  readonly x: Tensor;
}

/** Options common to attention layers with random and with given weights. */
export interface AttentionBehaviour {
  /** Number of heads, a divisor of d_model. */
  readonly n_heads: number;
  /** Whether a token attends only to itself and to earlier tokens, as in GPT-2; default true. */
  readonly causal?: boolean;
  /** Dropout probability of the attention weights, 0 to 1; default 0. Applies only to passes with a `dropout_rng`. */
  readonly dropout?: number;
}

/** Sizes of an attention layer with random weights, which are drawn in the order query, key, value, output. */
export interface AttentionSizes extends AttentionBehaviour {
  /** Features of a token, a multiple of n_heads. */
  readonly d_model: number;
  /** Whether query, key and value have biases; default true. The output projection always has one. */
  readonly qkv_bias?: boolean;
  /** Initialization of the weights; default `pytorch`. */
  readonly init?: Initialization;
  /** Seed of the weights, 0 to 2³² − 1; default 0. */
  readonly seed?: number;
}

/** An attention layer with given weights, which determine d_model and the biases. */
export interface AttentionFromWeights extends AttentionBehaviour {
  /** Weights, which are copied. */
  readonly weights: AttentionWeights;
}

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
   * Attention weights before dropout, (batch, n_heads, seq_len, seq_len): weight of each token (last index) for each token (third index).
   * Rows sum to 1.
   */
  readonly weights: Tensor;
  /** Dropout mask of the weights in training passes: 0 for a dropped weight, otherwise 1 / (1 − p). */
  readonly mask?: Tensor;
  /** weights · value, of the shape of query. */
  readonly context: Tensor;
  /** context·W_outputᵀ + b_output, of the shape of x. */
  readonly output: Tensor;
}

const option_names = ['n_heads', 'causal', 'dropout', 'weights', 'd_model', 'qkv_bias', 'init', 'seed'] as const;

function make(module: RawModule, given: AttentionOptions): RawAttention {
  const options = expect_options('options', given, option_names);
  const behaviour = {
    n_heads: expect_number('n_heads', options.n_heads),
    causal: expect_boolean('causal', options.causal, true),
    dropout: expect_number('dropout', options.dropout, 0),
  };
  if ('weights' in options) {
    const raw = value_of(module.make_attention({ ...behaviour, weights: flat_tensors(options.weights, attention_names) }));
    return with_sizes_of_weights(raw, options, ['d_model']);
  }
  const { d_model, qkv_bias, init, seed } = options;
  const sizes = {
    d_model: expect_number('d_model', d_model),
    qkv_bias: expect_boolean('qkv_bias', qkv_bias, true),
    init: expect_string('init', init, 'pytorch'),
    seed: expect_number('seed', seed, 0),
  };
  return value_of(module.make_attention({ ...behaviour, ...sizes }));
}

/**
 * Multi-head self-attention (Vaswani et al. 2017, section 3.2). x is (seq_len, d_model) or (batch, seq_len, d_model). With `causal`, a
 * changed token changes no bit of the outputs of earlier tokens.
 */
export class Attention extends Network<RawAttention, AttentionWeights, AttentionTrace, AttentionGradients> {
  /** Features of a token. */
  readonly d_model: number;
  /** Number of heads, each of d_model / n_heads features. */
  readonly n_heads: number;

  /** @internal Use `lab.Attention(options)`. */
  constructor(core: Core, options: AttentionOptions) {
    super('Attention', core, (module) => make(module, options), attention_names);
    const raw = raw_of(this);
    this.d_model = raw.d_model;
    this.n_heads = raw.n_heads;
    Object.freeze(this);
  }
}
