import type { AttentionTrace, AttentionWeights } from './attention.js';
import type { LayerNormWeights } from './layer_norm.js';
import { Network } from './network.js';
import type { Lifetime } from './owned.js';
import type { RawModule } from './raw_module.js';
import { value_of } from './raw_module.js';
import type { RawOptions, RawTransformerBlock } from './raw_nn.js';
import type { ActivationKind, FeedForwardTrace, FeedForwardWeights, Initialization, Tensor } from './types.js';
import { expect_boolean, expect_number, expect_options, expect_string, optional } from './validate.js';
import { flat_tensors, transformer_block_names } from './weights.js';

/**
 * Where the norms stand: before attention and network (`pre`, GPT-2), after each sum (`post`, the 2017 paper, GPT-1, BERT), or nowhere.
 */
export type NormPlacement = 'pre' | 'post' | 'none';

/** The weights of a block, matrices (out, in). Norms are left out with `norm: 'none'`, norm1 and attention with `feed_forward_only`. */
export interface TransformerBlockWeights {
  /** Of the attention branch. */
  readonly norm1?: LayerNormWeights;
  /** Query, key, value and output. */
  readonly attention?: AttentionWeights;
  /** Of the network's branch. */
  readonly norm2?: LayerNormWeights;
  /** Of the network. */
  readonly feed_forward: FeedForwardWeights;
}

/** Gradients of a scalar loss: of every weight that is there, and of the input. */
export interface TransformerBlockGradients extends TransformerBlockWeights {
  /** Shaped as the input. */
  readonly x: Tensor;
}

/** What blocks with random and with given weights have in common. */
export interface TransformerBlockBehaviour {
  /** A divisor of d_model; default 1. */
  readonly n_heads?: number;
  /** Default `gelu`. */
  readonly activation?: ActivationKind;
  /** Default `pre`. */
  readonly norm?: NormPlacement;
  /** Add the input of each branch to its output? Default true. */
  readonly shortcuts?: boolean;
  /** Leave attention, its shortcut and norm1 out? Default false. */
  readonly feed_forward_only?: boolean;
  /** Default true. */
  readonly causal?: boolean;
  /** On the output of each branch before its shortcut; default 0. All three act only in passes that are given a `dropout_rng`. */
  readonly dropout?: number;
  /** On the attention weights; default 0. */
  readonly attention_dropout?: number;
  /** On the hidden activations of the network; default 0. */
  readonly feed_forward_dropout?: number;
}

/** Random weights, drawn in the order attention, network; norms start with scale one and shift zero. */
export interface TransformerBlockSizes extends TransformerBlockBehaviour {
  /** Features of a token, a multiple of n_heads. */
  readonly d_model: number;
  /** Default 4 × d_model. */
  readonly d_ff?: number;
  /** Biases of query, key and value; default true. */
  readonly qkv_bias?: boolean;
  /** Biases of the network; default true. */
  readonly bias?: boolean;
  /** Default false. */
  readonly gated?: boolean;
  /** Default `pytorch`. */
  readonly init?: Initialization;
  /** 0 to 2³² − 1; default 0. */
  readonly seed?: number;
}

/** Given weights: sizes, biases and gating are read off them. */
export interface TransformerBlockFromWeights extends TransformerBlockBehaviour {
  /** Taken over as copies. */
  readonly weights: TransformerBlockWeights;
}

/** Random weights, or given ones. */
export type TransformerBlockOptions = TransformerBlockSizes | TransformerBlockFromWeights;

/** Every tensor of one pass, shaped as x where nothing else is said; what a block does not have is not there. */
export interface TransformerBlockTrace {
  /** What norm1 gave: attention's input (pre), or h (post). */
  readonly norm1?: Tensor;
  /** Every tensor of the attention. */
  readonly attention?: AttentionTrace;
  /** Dropout on attention's output, in training passes. */
  readonly attention_mask?: Tensor;
  /** x + attention, before norm1, in post-norm blocks. */
  readonly sum1?: Tensor;
  /** Between the two branches. */
  readonly h?: Tensor;
  /** What norm2 gave: the network's input (pre), or the output (post). */
  readonly norm2?: Tensor;
  /** Every tensor of the network. */
  readonly feed_forward: FeedForwardTrace;
  /** Dropout on the network's output, in training passes. */
  readonly feed_forward_mask?: Tensor;
  /** h + network, before norm2, in post-norm blocks. */
  readonly sum2?: Tensor;
  /** What the block gives. */
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

/** @internal Everything that the core reads of a block's options but the weights themselves. */
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
  return value_of(module.make_transformer_block({ ...read, weights: flat_tensors(options.weights, transformer_block_names) }));
}

/**
 * A Transformer block: attention and feed-forward network, each with a norm and a shortcut, both of which can be left out.
 * x is (seq_len, d_model) or (batch, seq_len, d_model).
 */
export class TransformerBlock extends Network<
  RawTransformerBlock,
  TransformerBlockWeights,
  TransformerBlockTrace,
  TransformerBlockGradients
> {
  /** Features of a token. */
  readonly d_model: number;
  /** Hidden units of the network. */
  readonly d_ff: number;

  /** @internal Use `lab.TransformerBlock(options)`. */
  constructor(module: RawModule, lab: Lifetime, options: TransformerBlockOptions) {
    const raw = make(module, options);
    super('TransformerBlock', raw, lab, transformer_block_names);
    this.d_model = raw.d_model;
    this.d_ff = raw.d_ff;
  }
}
