import { Network } from './network.js';
import type { Lifetime } from './owned.js';
import type { RawModule } from './raw_module.js';
import { value_of } from './raw_module.js';
import type { RawAttention } from './raw_nn.js';
import type { Initialization, Tensor } from './types.js';
import { expect_boolean, expect_number, expect_options, expect_string } from './validate.js';
import { attention_names, flat_tensors } from './weights.js';

/** The four projections, matrices (d_model, d_model) in layout (out, in), biases (d_model); a bias left out is a layer without one. */
export interface AttentionWeights {
  /** (d_model, d_model) */
  readonly w_query: Tensor;
  /** (d_model) */
  readonly b_query?: Tensor;
  /** (d_model, d_model) */
  readonly w_key: Tensor;
  /** (d_model) */
  readonly b_key?: Tensor;
  /** (d_model, d_model) */
  readonly w_value: Tensor;
  /** (d_model) */
  readonly b_value?: Tensor;
  /** (d_model, d_model) */
  readonly w_output: Tensor;
  /** (d_model) */
  readonly b_output?: Tensor;
}

/** Gradients of a scalar loss: of every weight that is there, and of the input. */
export interface AttentionGradients extends AttentionWeights {
  /** Shaped as the input. */
  readonly x: Tensor;
}

/** What attentions with random and with given weights have in common. */
export interface AttentionBehaviour {
  /** A divisor of d_model. */
  readonly n_heads: number;
  /** May a token see only itself and those before it? Default true, as in GPT-2. */
  readonly causal?: boolean;
  /** On the attention weights, a probability from 0 to 1; default 0. Acts only in passes that are given a `dropout_rng`. */
  readonly dropout?: number;
}

/** Random weights, drawn in the order query, key, value, output. */
export interface AttentionSizes extends AttentionBehaviour {
  /** Features of a token, a multiple of n_heads. */
  readonly d_model: number;
  /** Biases of query, key and value; default true. The output projection has one always. */
  readonly qkv_bias?: boolean;
  /** Default `pytorch`. */
  readonly init?: Initialization;
  /** 0 to 2³² − 1; default 0. */
  readonly seed?: number;
}

/** Given weights: d_model and biases are read off them. */
export interface AttentionFromWeights extends AttentionBehaviour {
  /** Taken over as copies. */
  readonly weights: AttentionWeights;
}

/** Random weights, or given ones. */
export type AttentionOptions = AttentionSizes | AttentionFromWeights;

/** Every tensor of one pass; `batch` is there where x has it. */
export interface AttentionTrace {
  /** (batch, seq_len, d_model), the heads side by side; so are key, value and context. */
  readonly query: Tensor;
  /** Shaped as query. */
  readonly key: Tensor;
  /** Shaped as query. */
  readonly value: Tensor;
  /** (batch, n_heads, seq_len, seq_len): how much a token (third index) takes of another (last index), before dropout. Rows sum to 1. */
  readonly weights: Tensor;
  /** 0 where dropout dropped a weight and 1 / (1 − p) where it kept it, in training passes. */
  readonly mask?: Tensor;
  /** weights · value. */
  readonly context: Tensor;
  /** context·W_outputᵀ + b_output */
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
    return value_of(module.make_attention({ ...behaviour, weights: flat_tensors(options.weights, attention_names) }));
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
 * Multi-head self-attention (Vaswani et al. 2017, section 3.2). x is (seq_len, d_model) or (batch, seq_len, d_model). In a causal one,
 * changing a token changes no bit of the outputs before it.
 */
export class Attention extends Network<RawAttention, AttentionWeights, AttentionTrace, AttentionGradients> {
  /** Features of a token. */
  readonly d_model: number;
  /** Heads, each of d_model / n_heads features. */
  readonly n_heads: number;

  /** @internal Use `lab.Attention(options)`. */
  constructor(module: RawModule, lab: Lifetime, options: AttentionOptions) {
    const raw = make(module, options);
    super('Attention', raw, lab, attention_names);
    this.d_model = raw.d_model;
    this.n_heads = raw.n_heads;
  }
}
