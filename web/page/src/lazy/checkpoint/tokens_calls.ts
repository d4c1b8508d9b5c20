/** What the third tier asks of the worker that holds the opened file: a text through the whole model, and the words of a value vector. */
import type { Tensor, WeightLayout } from 'ffn-lab';

export interface TokensCalls {
  tokens_run: { request: TokensRunRequest; reply: TokensRunReply; progress: TokensRunProgress };
  tokens_vocabulary: { request: VocabularyRequest; reply: VocabularyReply; progress: RowsProgress };
}

export interface TokensRunRequest {
  readonly opened: number;
  readonly ids: readonly number[];
}

/** How far an embedding has been read. */
export interface RowsProgress {
  readonly rows: number;
  readonly all_rows: number;
  /** Of the file since it was opened. */
  readonly bytes_read: number;
}

export type TokensRunProgress =
  | {
      /** Blocks that are done. */
      readonly blocks: number;
      readonly all_blocks: number;
      readonly bytes_read: number;
      /** What the network of the last of them was given, (tokens, d_model). */
      readonly input: Tensor;
    }
  | RowsProgress;

/** Tokens with a number each, the largest first, or the smallest. */
export interface RankedTokens {
  readonly ids: Int32Array;
  readonly values: Float32Array;
}

export interface TokensRunReply {
  /** After the last token; undefined where the file lacks the last norm. */
  readonly next: RankedTokens | undefined;
  readonly bytes_read: number;
}

export interface VocabularyRequest {
  readonly opened: number;
  readonly layer: number;
  readonly neuron: number;
  readonly layout: WeightLayout;
  /** Scale the value vector by the last norm first, as it is before it meets the vocabulary. */
  readonly gain: boolean;
}

export interface VocabularyReply {
  readonly top: RankedTokens;
  readonly bottom: RankedTokens;
  readonly bytes_read: number;
}
