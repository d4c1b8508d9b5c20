import {
  instance_of,
  expect_name,
  expect_number,
  flat_tensors,
  language_model_names,
  option,
  Owned,
  raw_of,
  nested_tensors,
  read_options,
  required,
  call,
} from '../edge/index.js';
import type {
  ActivationKind,
  ModuleInstance,
  Initialization,
  OptionsOf,
  OwnInt32Array,
  OwnUint8Array,
  PartialWeights,
  RawHandle,
  RawModule,
  Tensor,
  WritableDtype,
} from '../edge/index.js';
import type { LayerNormTrace, LayerNormWeights } from './layer_norm.js';
import type { TransformerBlockTrace, TransformerBlockWeights } from './transformer_block.js';
import { activation_option } from './network_options.js';
import {
  expect_sentence,
  expect_sentences,
  type Sentence,
  type SwitchOptions,
  switches_option,
} from './sentences.js';

/**
 * The positions for which a pass computes logits: every token, or the last one of each sentence.
 */
export type Predictions = 'every_word' | 'last_word';

/**
 * All weights of a language model; matrices in layout (out, in). The output has no weight of its
 * own: it is tied to `token_embedding`.
 */
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
  /**
   * The most probable words, `top` of them, in descending order; of equal ones the smallest first.
   * The first one is the model's answer.
   */
  readonly words: OwnInt32Array;
}

/** Tensors of one block. `attention` or `feed_forward` is absent if it is switched off. */
export interface LanguageBlockTrace
  extends
    Omit<TransformerBlockTrace, 'feed_forward'>,
    Partial<Pick<TransformerBlockTrace, 'feed_forward'>> {}

/** All tensors of the pass of one sentence, in the order of computation. */
export interface LanguageModelTrace {
  /** Embedding of each token, (seq_len, d_model). */
  readonly token_embedding: Tensor;
  /** Embedding of each position, (seq_len, d_model). */
  readonly position_embedding: Tensor;
  /** Their sum, the input of the first block: (seq_len, d_model). */
  readonly embedded: Tensor;
  /**
   * Tensors of each block; the input of a block is `embedded` or the output of the previous block.
   */
  readonly blocks: readonly LanguageBlockTrace[];
  /** Tensors of the final norm, whose input is the output of the last block. */
  readonly final_norm: LayerNormTrace;
  /**
   * final_norm.output · token_embeddingᵀ, (seq_len, n_vocab): row t scores the words that may
   * follow token t.
   */
  readonly logits: Tensor;
  /** Softmax of each row of logits, (seq_len, n_vocab). */
  readonly probabilities: Tensor;
}

export const language_model_sizes = {
  /** Words of the vocabulary. */
  n_vocab: required(expect_number),
  /** Number of blocks; default 1. */
  n_layers: option(expect_number),
  /** Features of a token; default 64. */
  d_model: option(expect_number),
  /** Number of attention heads, a divisor of d_model; default 4. */
  n_heads: option(expect_number),
  /** Hidden units of each feed-forward network; default 4 × d_model. */
  d_ff: option(expect_number),
  ...activation_option,
  /**
   * Initialization of the blocks' weights; default `gpt2`. Embeddings are always normal(0, 0.02).
   */
  init: option(expect_name<Initialization>),
  /**
   * Seed of all random numbers, 0 to 2³² − 1; default 0. The same seed gives the same numbers in
   * every build.
   */
  seed: option(expect_number),
};

const positions_option = {
  /** Tokens of the longest sentence. */
  n_positions: required(expect_number),
};

/**
 * Sizes of a language model with random weights, drawn in the order token embedding, position
 * embedding, blocks.
 */
export interface LanguageModelOptions extends OptionsOf<
  typeof positions_option & typeof language_model_sizes & typeof activation_option
> {}

const forward_options = {
  /** Positions for which logits are computed; default `every_word`. */
  predictions: option(expect_name<Predictions>),
  ...switches_option,
};

/** Options of `LanguageModel.forward`. */
export interface LanguageForwardOptions extends OptionsOf<
  typeof forward_options & typeof switches_option
> {}

const next_word_options = {
  /** Number of words to return, at most n_vocab; default 5. */
  top: option(expect_number),
  ...switches_option,
};

/** Options of `LanguageModel.next_word`. */
export interface NextWordOptions extends OptionsOf<
  typeof next_word_options & typeof switches_option
> {}

export const dtype_option = {
  /**
   * Element type of all tensors; default `F32`. `F16` and `BF16` round to nearest, ties to even;
   * `F32` and `F64` lose nothing.
   */
  dtype: option(expect_name<WritableDtype>),
};

/** Options of `LanguageModel.to_safetensors`. */
export interface ToSafetensorsOptions extends OptionsOf<typeof dtype_option> {}

const properties = [
  'n_vocab',
  'n_positions',
  'n_layers',
  'd_model',
  'n_heads',
  'd_ff',
  'activation',
  'parameter_count',
] as const;

/**
 * A language model of GPT-2's form: it predicts the next word of a sentence. Token and position
 * embeddings, pre-norm Transformer blocks with causal attention, a final norm, and an output tied
 * to the token embedding. Passes are evaluation passes.
 *
 * Sentences of one pass may have different lengths; each has the same bits alone and with others.
 */
export class LanguageModel extends Owned<RawHandle> {
  /** Words of the vocabulary. */
  declare readonly n_vocab: number;
  /** Tokens of the longest sentence. */
  declare readonly n_positions: number;
  /** Number of blocks. */
  declare readonly n_layers: number;
  /** Features of a token. */
  declare readonly d_model: number;
  /** Number of attention heads. */
  declare readonly n_heads: number;
  /** Hidden units of each feed-forward network. */
  declare readonly d_ff: number;
  /** Activation of the feed-forward networks. */
  declare readonly activation: ActivationKind;
  /** Number of weights, biases, scales and shifts; the tied output adds none. */
  declare readonly parameter_count: number;

  /**
   * @internal Use `lab.LanguageModel(options)`. Creates the model that the options describe, or
   * takes one that is `made` already.
   */
  constructor(
    instance: ModuleInstance,
    options: LanguageModelOptions | undefined,
    made?: RawHandle,
  ) {
    const schema = { ...positions_option, ...language_model_sizes };
    const make = (module: RawModule): RawHandle =>
      made ?? call(module, 'make_language_model', read_options(options as object, schema));
    super('LanguageModel', instance, make, properties);
  }

  /**
   * Returns logits, the scores of all words as the next one: (tokens of all sentences, n_vocab),
   * sentence after sentence, or with `last_word` (sentences, n_vocab).
   * @throws FfnError `invalid_argument` for an empty or too long sentence and for a token outside
   * of the vocabulary, `out_of_memory`
   */
  forward(sentences: readonly Sentence[], options: LanguageForwardOptions = {}): Tensor {
    return call(
      raw_of(this),
      'forward',
      expect_sentences('sentences', sentences),
      read_options(options, forward_options),
    );
  }

  /**
   * Returns the probability of every word after a prompt, and the most probable ones. The first of
   * `words` is the model's answer, as in `FactTable.answers`.
   * @throws FfnError as `forward`
   */
  next_word(prompt: Sentence, options: NextWordOptions = {}): NextWord {
    return call(
      raw_of(this),
      'next_word',
      expect_sentence('prompt', prompt),
      read_options(options, next_word_options),
    );
  }

  /**
   * Runs the pass of one sentence and returns all its tensors. The logits have the bits of
   * `forward`. @throws FfnError as `forward`
   */
  trace(sentence: Sentence, options: SwitchOptions = {}): LanguageModelTrace {
    return call(
      raw_of(this),
      'trace',
      expect_sentence('sentence', sentence),
      read_options(options, switches_option),
    );
  }

  /** Returns copies of all weights; matrices in layout (out, in). */
  weights(): LanguageModelWeights {
    return nested_tensors(call(raw_of(this), 'weights'));
  }

  /**
   * Writes the given weights, of the existing shapes, and leaves the others unchanged.
   * @throws FfnError if any weight is invalid; then none is written
   */
  set_weights(weights: PartialWeights<LanguageModelWeights>): void {
    call(raw_of(this), 'set_weights', flat_tensors(weights, language_model_names));
  }

  /** Returns an independent model with the same weights. Dispose of it when done. */
  copy(): LanguageModel {
    return new LanguageModel(instance_of(this), undefined, call(raw_of(this), 'copy'));
  }

  /**
   * Returns the bytes of a safetensors file with GPT-2's names (`wte.weight`,
   * `h.0.mlp.c_fc.weight`, …). `Checkpoint.language_model` and other programs can read it. The
   * metadata contain `n_head` and `activation_function`, with the names of Hugging Face's
   * configuration. A model that was written in `F32` has the same bits when it is read again.
   */
  to_safetensors(options: ToSafetensorsOptions = {}): OwnUint8Array {
    return call(raw_of(this), 'to_safetensors', read_options(options, dtype_option));
  }
}
