import type { AttentionWeights } from './attention.js';
import type { LayerNormWeights } from './layer_norm.js';
import type { TransformerBlockBehaviour, TransformerBlockWeights } from './transformer_block.js';
import type { FeedForwardBehaviour, FeedForwardWeights } from './types.js';

/** What a Blob or File can do, which is all that is asked of one. */
export interface BlobLike {
  /** In bytes. */
  readonly size: number;
  /** Bytes [begin, end), read when `arrayBuffer()` is called. */
  slice(
    begin: number,
    end: number,
  ): {
    /** The bytes themselves. */
    arrayBuffer(): Promise<ArrayBuffer>;
  };
}

/**
 * Where a checkpoint's bytes come from: memory (not copied; leave it unchanged while the checkpoint is in use), a Blob or File
 * (in Node `await fs.openAsBlob(path)`), or an address whose server answers range requests.
 */
export type CheckpointSource = ArrayBuffer | Uint8Array | BlobLike | string | URL;

/** Element types that files are read with. */
export type CheckpointDtype =
  'BOOL' | 'U8' | 'I8' | 'F8_E5M2' | 'F8_E4M3' | 'I16' | 'U16' | 'F16' | 'BF16' | 'I32' | 'U32' | 'F32' | 'F64' | 'I64' | 'U64';

/** Element types that files are written with. */
export type WritableDtype = 'F32' | 'F16' | 'BF16' | 'F64';

/** One tensor of a file, as its header describes it. */
export interface CheckpointTensor {
  /** As in the file, `h.0.mlp.c_fc.weight` for example. */
  readonly name: string;
  /** As in the file; `tensor()` gives float32. */
  readonly dtype: CheckpointDtype;
  /** Empty for a single element. */
  readonly shape: readonly number[];
  /** Of its data in the file. */
  readonly byte_length: number;
}

/** A known model, as the shapes in a file tell it; what the file does not hold is 0. */
export interface CheckpointModel {
  /** 1 + the largest number of a layer. */
  readonly n_layers: number;
  /** Features of a token. */
  readonly d_model: number;
  /** Hidden units of a layer's feed-forward network. */
  readonly d_ff: number;
  /** Rows of the token embedding. */
  readonly n_vocab: number;
  /** Context size. */
  readonly n_positions: number;
  /** What the model's networks use: `gelu_tanh` in GPT-2, `gelu` in BERT. */
  readonly activation: NonNullable<FeedForwardBehaviour['activation']>;
  /** Where the model's networks have dropout. */
  readonly dropout_placement: NonNullable<FeedForwardBehaviour['dropout_placement']>;
}

/** Options of everything that reads from a file. */
export interface ReadOptions {
  /** Ends the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What of a tensor is read. */
export interface TensorReadOptions extends ReadOptions {
  /** Only these rows of the first dimension are read: the first one and how many. Default all. */
  readonly rows?: readonly [first: number, count: number];
}

/** What a network from a file does otherwise than the model it is from. */
export interface CheckpointFeedForwardOptions extends FeedForwardBehaviour, ReadOptions {}

/** The weights of a GPT-2 block: everything is there, all (out, in), query, key and value apart. */
export interface CheckpointBlockWeights extends TransformerBlockWeights {
  /** Before attention. */
  readonly norm1: LayerNormWeights;
  /** Query, key and value apart, though the file has them in one. */
  readonly attention: Required<AttentionWeights>;
  /** Before the network. */
  readonly norm2: LayerNormWeights;
  /** In layout (out, in), though the file has (in, out). */
  readonly feed_forward: Required<Omit<FeedForwardWeights, 'w_gate' | 'b_gate'>>;
}

/** What a block from a file does otherwise than the model it is from. */
export interface CheckpointBlockOptions
  extends
    Pick<
      TransformerBlockBehaviour,
      'n_heads' | 'activation' | 'shortcuts' | 'causal' | 'dropout' | 'attention_dropout' | 'feed_forward_dropout'
    >,
    ReadOptions {}

/** How a file is written. */
export interface WriteOptions {
  /** Element type of all tensors, default `F32`; `F16` and `BF16` round to nearest, ties to even. */
  readonly dtype?: WritableDtype;
}
