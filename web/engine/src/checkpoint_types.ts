import type { AttentionWeights } from './attention.js';
import type { LayerNormWeights } from './layer_norm.js';
import type { TransformerBlockBehaviour, TransformerBlockWeights } from './transformer_block.js';
import type { FeedForwardBehaviour, FeedForwardWeights } from './types.js';

/** The part of the Blob interface that the package uses. */
export interface BlobLike {
  /** Size in bytes. */
  readonly size: number;
  /** Selects bytes [begin, end), which `arrayBuffer()` reads. */
  slice(
    begin: number,
    end: number,
  ): {
    /** Reads the selected bytes. */
    arrayBuffer(): Promise<ArrayBuffer>;
  };
}

/**
 * Source of a checkpoint's bytes: memory (not copied; leave it unchanged while the checkpoint is in use), a Blob or File (in Node `await
 * fs.openAsBlob(path)`), or an address whose server supports range requests.
 */
export type CheckpointSource = ArrayBuffer | Uint8Array | BlobLike | string | URL;

/** Element types that can be read. */
export type CheckpointDtype =
  'BOOL' | 'U8' | 'I8' | 'F8_E5M2' | 'F8_E4M3' | 'I16' | 'U16' | 'F16' | 'BF16' | 'I32' | 'U32' | 'F32' | 'F64' | 'I64' | 'U64';

/** Element types that can be written. */
export type WritableDtype = 'F32' | 'F16' | 'BF16' | 'F64';

/** Description of one tensor in the header of a file. */
export interface CheckpointTensor {
  /** Name in the file, for example `h.0.mlp.c_fc.weight`. */
  readonly name: string;
  /** Element type in the file; `tensor()` returns float32. */
  readonly dtype: CheckpointDtype;
  /** Sizes of the dimensions; empty for a single element. */
  readonly shape: readonly number[];
  /** Size of the tensor's data in the file, in bytes. */
  readonly byte_length: number;
}

/** Sizes of a known model, derived from the shapes in a file. A size that the file does not determine is 0. */
export interface CheckpointModel {
  /** Number of layers: 1 + the largest layer number. */
  readonly n_layers: number;
  /** Features of a token. */
  readonly d_model: number;
  /** Hidden units of a layer's feed-forward network. */
  readonly d_ff: number;
  /** Size of the vocabulary: rows of the token embedding. */
  readonly n_vocab: number;
  /** Number of positions: the context size. */
  readonly n_positions: number;
  /** Activation of the model's feed-forward networks: `gelu_tanh` for GPT-2, `gelu` for BERT. */
  readonly activation: NonNullable<FeedForwardBehaviour['activation']>;
  /** Tensor on which dropout acts in the model's feed-forward networks. */
  readonly dropout_placement: NonNullable<FeedForwardBehaviour['dropout_placement']>;
}

/** Options of every function that reads from a file. */
export interface ReadOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Options of `Checkpoint.tensor`. */
export interface TensorReadOptions extends ReadOptions {
  /** First row and number of rows of the first dimension to read; default: all rows. */
  readonly rows?: readonly [first: number, count: number];
}

/** Options of a network from a file, which override those of the model. */
export interface CheckpointFeedForwardOptions extends FeedForwardBehaviour, ReadOptions {}

/** All weights of a GPT-2 block, in layout (out, in), with separate query, key and value. */
export interface CheckpointBlockWeights extends TransformerBlockWeights {
  /** Layer norm before attention. */
  readonly norm1: LayerNormWeights;
  /** Separate query, key and value, which the file stores as one matrix. */
  readonly attention: Required<AttentionWeights>;
  /** Layer norm before the feed-forward network. */
  readonly norm2: LayerNormWeights;
  /** Feed-forward network in layout (out, in); the file stores (in, out). */
  readonly feed_forward: Required<Omit<FeedForwardWeights, 'w_gate' | 'b_gate'>>;
}

/** Options of a block from a file, which override those of the model. */
export interface CheckpointBlockOptions
  extends
    Pick<
      TransformerBlockBehaviour,
      'n_heads' | 'activation' | 'shortcuts' | 'causal' | 'dropout' | 'attention_dropout' | 'feed_forward_dropout'
    >,
    ReadOptions {}

/** Options of `lab.write_safetensors`. */
export interface WriteOptions {
  /** Element type of all tensors; default `F32`. `F16` and `BF16` round to nearest, ties to even. */
  readonly dtype?: WritableDtype;
}
