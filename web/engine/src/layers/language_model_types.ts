import type { LayerNormTrace, LayerNormWeights } from './layer_norm.js';
import type { TransformerBlockTrace, TransformerBlockWeights } from './transformer_block.js';
import type { Tensor } from '../edge/types.js';

/** The positions for which a pass computes logits: every token, or the last one of each sentence. */
export type Predictions = 'every_word' | 'last_word';

/** All weights of a language model; matrices in layout (out, in). The output has no weight of its own: it is tied to `token_embedding`. */
export interface LanguageModelWeights {
  /** Embedding of each token, and the output's weight: (n_vocab, d_model). */
  readonly token_embedding: Tensor;
  /** Embedding of each position, (n_positions, d_model). */
  readonly position_embedding: Tensor;
  /** Weights of each block, in the order in which the blocks are applied. */
  readonly blocks: readonly TransformerBlockWeights[];
  /** Layer norm before the output. */
  readonly final_norm: LayerNormWeights;
}

/** The words that a model expects after a prompt. */
export interface NextWord {
  /** Probability of each word, the softmax of the logits: (n_vocab). */
  readonly probabilities: Tensor;
  /** The most probable words, `top` of them, in descending order; of equal ones the smallest first. The first one is the model's answer. */
  readonly words: Int32Array;
}

/** Tensors of one block. `attention` or `feed_forward` is absent if it is switched off. */
export interface LanguageBlockTrace
  extends Omit<TransformerBlockTrace, 'feed_forward'>, Partial<Pick<TransformerBlockTrace, 'feed_forward'>> {}

/** All tensors of the pass of one sentence, in the order of computation. */
export interface LanguageModelTrace {
  /** Embedding of each token, (seq_len, d_model). */
  readonly token_embedding: Tensor;
  /** Embedding of each position, (seq_len, d_model). */
  readonly position_embedding: Tensor;
  /** Their sum, the input of the first block: (seq_len, d_model). */
  readonly embedded: Tensor;
  /** Tensors of each block; the input of a block is `embedded` or the output of the previous block. */
  readonly blocks: readonly LanguageBlockTrace[];
  /** Tensors of the final norm, whose input is the output of the last block. */
  readonly final_norm: LayerNormTrace;
  /** final_norm.output · token_embeddingᵀ, (seq_len, n_vocab): row t scores the words that may follow token t. */
  readonly logits: Tensor;
  /** Softmax of each row of logits, (seq_len, n_vocab). */
  readonly probabilities: Tensor;
}
