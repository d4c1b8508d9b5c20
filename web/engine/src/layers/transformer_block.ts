import { expect_boolean, expect_name, option, transformer_block_names } from '../edge/index.js';
import type {
  ModuleInstance,
  FeedForwardGradients,
  FeedForwardTrace,
  FeedForwardWeights,
  OptionsOf,
  RawHandle,
  Tensor,
} from '../edge/index.js';
import type { AttentionTrace, AttentionWeights } from './attention.js';
import type { LayerNormWeights } from './layer_norm.js';
import { Network, type NetworkKind } from './network.js';
import {
  block_options,
  qkv_bias_option,
  random_options,
  type WithWeights,
} from './network_options.js';

/**
 * Position of the layer norms: before attention and feed-forward network (`pre`, GPT-2), after each
 * sum (`post`, the 2017 paper, GPT-1, BERT) or nowhere (`none`).
 */
export type NormPlacement = 'pre' | 'post' | 'none';

/**
 * Weights of a block, matrices in layout (out, in). Blocks with `norm: 'none'` have no norms;
 * blocks with `feed_forward_only` have neither norm1 nor attention.
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
export interface TransformerBlockGradients
  extends TransformerBlockWeights, Pick<FeedForwardGradients, 'x'> {}

const behaviour = {
  /** Position of the layer norms; default `pre`. */
  norm: option(expect_name<NormPlacement>),
  /** Whether to omit attention, its shortcut and norm1; default false. */
  feed_forward_only: option(expect_boolean),
  ...block_options,
};

/** Options common to blocks with random and with given weights. */
export interface TransformerBlockBehaviour extends OptionsOf<
  typeof behaviour & typeof block_options
> {}

/**
 * Sizes of a block with random weights, drawn in the order attention, feed-forward network. Norms
 * have scale one and shift zero.
 */
export interface TransformerBlockSizes
  extends TransformerBlockBehaviour, OptionsOf<typeof qkv_bias_option & typeof random_options> {}

/** A block with given weights, which determine sizes, biases and gating. */
export interface TransformerBlockFromWeights
  extends TransformerBlockBehaviour, WithWeights<TransformerBlockWeights> {}

/** Options of a block with random or with given weights. */
export type TransformerBlockOptions = TransformerBlockSizes | TransformerBlockFromWeights;

/**
 * All tensors of one pass, of the shape of x unless stated otherwise. Tensors of omitted parts of
 * the block are absent.
 */
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
  /**
   * Output of norm2: input of the feed-forward network (pre-norm), or the block's output
   * (post-norm).
   */
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
export const block_kind = {
  name: 'TransformerBlock',
  make: 'make_transformer_block',
  behaviour,
  random: { ...qkv_bias_option, ...random_options },
  names: transformer_block_names,
  sizes: ['d_model', 'd_ff'],
} satisfies NetworkKind;

/**
 * A Transformer block: attention and feed-forward network, each with an optional layer norm and an
 * optional shortcut. x is (seq_len, d_model) or (batch, seq_len, d_model).
 */
export class TransformerBlock extends Network<
  RawHandle,
  TransformerBlockWeights,
  TransformerBlockTrace,
  TransformerBlockGradients
> {
  /** Features of a token. */
  declare readonly d_model: number;
  /** Hidden units of the feed-forward network. */
  declare readonly d_ff: number;

  /** @internal Use `lab.TransformerBlock(options)`. */
  constructor(instance: ModuleInstance, options: TransformerBlockOptions) {
    super(instance, options, block_kind);
  }
}
