import type { Core } from './core.js';
import type { AttentionTrace, AttentionWeights } from './attention.js';
import type { LayerNormWeights } from './layer_norm.js';
import { Network } from './network.js';
import { raw_of } from './owned.js';
import type { RawModule } from './raw_module.js';
import { value_of } from './raw_module.js';
import type { RawOptions, RawTransformerBlock } from './raw_nn.js';
import type { ActivationKind, FeedForwardTrace, FeedForwardWeights, Initialization, Tensor } from './types.js';
import { expect_boolean, expect_number, expect_options, expect_string, optional } from './validate.js';
import { flat_tensors, transformer_block_names, with_sizes_of_weights } from './weights.js';

/**
 * Position of the layer norms: before attention and feed-forward network (`pre`, GPT-2), after each sum (`post`, the 2017 paper, GPT-1,
 * BERT) or nowhere (`none`).
 */
export type NormPlacement = 'pre' | 'post' | 'none';

/**
 * Weights of a block, matrices in layout (out, in). Blocks with `norm: 'none'` have no norms; blocks with `feed_forward_only` have neither
 * norm1 nor attention.
 */
export interface TransformerBlockWeights {
  /** Layer norm of the attention branch. */
  readonly norm1?: LayerNormWeights;
  /** Projections query, key, value and output. */
  readonly attention?: AttentionWeights;
  /** Layer norm of the feed-forward branch. */
  readonly norm2?: LayerNormWeights;
  /** Weights of the feed-forward network. */
  readonly feed_forward: FeedForwardWeights;
}

/** Gradients of a scalar loss with respect to each existing weight and to the input. */
export interface TransformerBlockGradients extends TransformerBlockWeights {
  /** Gradient with respect to the input, of its shape. */
  readonly x: Tensor;
}

/** Options common to blocks with random and with given weights. */
export interface TransformerBlockBehaviour {
  /** Number of attention heads, a divisor of d_model; default 1. */
  readonly n_heads?: number;
  /** Activation of the feed-forward network; default `gelu`. */
  readonly activation?: ActivationKind;
  /** Position of the layer norms; default `pre`. */
  readonly norm?: NormPlacement;
  /** Whether each branch adds its input to its output (residual connections); default true. */
  readonly shortcuts?: boolean;
  /** Whether to omit attention, its shortcut and norm1; default false. */
  readonly feed_forward_only?: boolean;
  /** Whether a token attends only to itself and to earlier tokens; default true. */
  readonly causal?: boolean;
  /** Dropout probability of each branch's output before its shortcut; default 0. All dropouts apply only to passes with a `dropout_rng`. */
  readonly dropout?: number;
  /** Dropout probability of the attention weights; default 0. */
  readonly attention_dropout?: number;
  /** Dropout probability of the hidden activations of the feed-forward network; default 0. */
  readonly feed_forward_dropout?: number;
}

/** Sizes of a block with random weights, drawn in the order attention, feed-forward network. Norms have scale one and shift zero. */
export interface TransformerBlockSizes extends TransformerBlockBehaviour {
  /** Features of a token, a multiple of n_heads. */
  readonly d_model: number;
  /** Hidden units; default 4 × d_model. */
  readonly d_ff?: number;
  /** Whether query, key and value have biases; default true. */
  readonly qkv_bias?: boolean;
  /** Whether the layers of the feed-forward network have biases; default true. */
  readonly bias?: boolean;
  /** Whether the feed-forward network has a gate; default false. */
  readonly gated?: boolean;
  /** Initialization of the weights; default `pytorch`. */
  readonly init?: Initialization;
  /** Seed of the weights, 0 to 2³² − 1; default 0. */
  readonly seed?: number;
}

/** A block with given weights, which determine sizes, biases and gating. */
export interface TransformerBlockFromWeights extends TransformerBlockBehaviour {
  /** Weights, which are copied. */
  readonly weights: TransformerBlockWeights;
}

/** Options of a block with random or with given weights. */
export type TransformerBlockOptions = TransformerBlockSizes | TransformerBlockFromWeights;

/** All tensors of one pass, of the shape of x unless stated otherwise. Tensors of omitted parts of the block are absent. */
export interface TransformerBlockTrace {
  /** Output of norm1: input of attention (pre-norm), or h (post-norm). */
  readonly norm1?: Tensor;
  /** Tensors of the attention layer. */
  readonly attention?: AttentionTrace;
  /** Dropout mask of attention's output, in training passes. */
  readonly attention_mask?: Tensor;
  /** x + attention, before norm1; only in post-norm blocks. */
  readonly sum1?: Tensor;
  /** Output of the attention branch and input of the feed-forward branch. */
  readonly h?: Tensor;
  /** Output of norm2: input of the feed-forward network (pre-norm), or the block's output (post-norm). */
  readonly norm2?: Tensor;
  /** Tensors of the feed-forward network. */
  readonly feed_forward: FeedForwardTrace;
  /** Dropout mask of the feed-forward network's output, in training passes. */
  readonly feed_forward_mask?: Tensor;
  /** h + feed-forward network, before norm2; only in post-norm blocks. */
  readonly sum2?: Tensor;
  /** Output of the block. */
  readonly output: Tensor;
}

/** @internal */
export const block_option_names = [
  'n_heads',
  'activation',
  'norm',
  'shortcuts',
  'feed_forward_only',
  'causal',
  'dropout',
  'attention_dropout',
  'feed_forward_dropout',
  'weights',
  'd_model',
  'd_ff',
  'qkv_bias',
  'bias',
  'gated',
  'init',
  'seed',
] as const;

/** @internal Reads all options of a block except the weights. */
export function block_options(options: TransformerBlockBehaviour & { readonly weights?: unknown }): RawOptions {
  const { n_heads, activation, norm, shortcuts, feed_forward_only, causal } = options;
  const behaviour = {
    n_heads: expect_number('n_heads', n_heads, 1),
    activation: expect_string('activation', activation, 'gelu'),
    norm: expect_string('norm', norm, 'pre'),
    shortcuts: expect_boolean('shortcuts', shortcuts, true),
    feed_forward_only: expect_boolean('feed_forward_only', feed_forward_only, false),
    causal: expect_boolean('causal', causal, true),
    dropout: expect_number('dropout', options.dropout, 0),
    attention_dropout: expect_number('attention_dropout', options.attention_dropout, 0),
    feed_forward_dropout: expect_number('feed_forward_dropout', options.feed_forward_dropout, 0),
  };
  if ('weights' in options) return behaviour;
  const { d_model, d_ff, qkv_bias, bias, gated, init, seed } = options as TransformerBlockSizes;
  return {
    ...behaviour,
    d_model: expect_number('d_model', d_model),
    d_ff: optional(expect_number, 'd_ff', d_ff),
    qkv_bias: expect_boolean('qkv_bias', qkv_bias, true),
    bias: expect_boolean('bias', bias, true),
    gated: expect_boolean('gated', gated, false),
    init: expect_string('init', init, 'pytorch'),
    seed: expect_number('seed', seed, 0),
  };
}

function make(module: RawModule, given: TransformerBlockOptions): RawTransformerBlock {
  const options = expect_options('options', given, block_option_names);
  const read = block_options(options);
  if (!('weights' in options)) return value_of(module.make_transformer_block(read));
  const weights = flat_tensors(options.weights, transformer_block_names);
  return with_sizes_of_weights(value_of(module.make_transformer_block({ ...read, weights })), options, ['d_model', 'd_ff']);
}

/**
 * A Transformer block: attention and feed-forward network, each with an optional layer norm and an optional shortcut. x is (seq_len,
 * d_model) or (batch, seq_len, d_model).
 */
export class TransformerBlock extends Network<
  RawTransformerBlock,
  TransformerBlockWeights,
  TransformerBlockTrace,
  TransformerBlockGradients
> {
  /** Features of a token. */
  readonly d_model: number;
  /** Hidden units of the feed-forward network. */
  readonly d_ff: number;

  /** @internal Use `lab.TransformerBlock(options)`. */
  constructor(core: Core, options: TransformerBlockOptions) {
    super('TransformerBlock', core, (module) => make(module, options), transformer_block_names);
    const raw = raw_of(this);
    this.d_model = raw.d_model;
    this.d_ff = raw.d_ff;
    Object.freeze(this);
  }
}
