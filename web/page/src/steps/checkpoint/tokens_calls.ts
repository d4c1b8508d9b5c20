/** Calls of the checkpoint worker for tokens: running a text through the whole model, and ranking the vocabulary by a value vector. */
import type { Tensor, WeightLayout } from 'ffn-lab';

export interface TokensCalls {
  tokens_run: { request: TokensRunRequest; reply: TokensRunReply; progress: TokensRunProgress };
  tokens_vocabulary: { request: VocabularyRequest; reply: VocabularyReply; progress: RowsProgress };
}

export interface TokensRunRequest {
  readonly opened: number;
  readonly ids: readonly number[];
}

/** Progress of reading the token embedding. */
export interface RowsProgress {
  readonly rows: number;
  readonly all_rows: number;
  /** Bytes of the file read since it was opened. */
  readonly bytes_read: number;
}

export type TokensRunProgress =
  | {
      /** Number of blocks that have run. */
      readonly blocks: number;
      readonly all_blocks: number;
      readonly bytes_read: number;
      /** Input of the network in the last of these blocks, (tokens, d_model). */
      readonly input: Tensor;
    }
  | RowsProgress;

/** Token ids with a number each, in descending or ascending order of the numbers. */
export interface RankedTokens {
  readonly ids: Int32Array;
  readonly values: Float32Array;
}

export interface TokensRunReply {
  /** Most probable tokens after the last one; undefined if the file lacks the final layer norm. */
  readonly next: RankedTokens | undefined;
  readonly bytes_read: number;
}

export interface VocabularyRequest {
  readonly opened: number;
  readonly layer: number;
  readonly neuron: number;
  readonly layout: WeightLayout;
  /** Whether to multiply the value vector by the final layer norm's gain before the product with the embedding. */
  readonly gain: boolean;
}

export interface VocabularyReply {
  readonly top: RankedTokens;
  readonly bottom: RankedTokens;
  readonly bytes_read: number;
}
