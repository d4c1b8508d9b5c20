import type { AttentionWeights } from './attention.js';
import type { LayerNormWeights } from './layer_norm.js';
import type { TransformerBlockBehaviour, TransformerBlockWeights } from './transformer_block.js';
import type { FeedForwardBehaviour, FeedForwardWeights } from './types.js';

/** What a Blob or File can do, which is all that is asked of one. */
export interface BlobLike {
  readonly size: number;
  slice(begin: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
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
  readonly name: string;
  readonly dtype: CheckpointDtype;
  /** Empty for a single element. */
  readonly shape: readonly number[];
  readonly byte_length: number;
}

/** A known model, as the shapes in a file tell it; what the file does not hold is 0. */
export interface CheckpointModel {
  readonly n_layers: number;
  readonly d_model: number;
  readonly d_ff: number;
  readonly n_vocab: number;
  /** Context size. */
  readonly n_positions: number;
  /** What the model's networks use: `gelu_tanh` in GPT-2, `gelu` in BERT. */
  readonly activation: NonNullable<FeedForwardBehaviour['activation']>;
  readonly dropout_placement: NonNullable<FeedForwardBehaviour['dropout_placement']>;
}

export interface ReadOptions {
  /** Ends the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface TensorReadOptions extends ReadOptions {
  /** Only these rows of the first dimension are read: the first one and how many. Default all. */
  readonly rows?: readonly [first: number, count: number];
}

/** What a network from a file does otherwise than the model it is from. */
export interface CheckpointFeedForwardOptions extends FeedForwardBehaviour, ReadOptions {}

/** The weights of a GPT-2 block: everything is there, all (out, in), query, key and value apart. */
export interface CheckpointBlockWeights extends TransformerBlockWeights {
  readonly norm1: LayerNormWeights;
  readonly attention: Required<AttentionWeights>;
  readonly norm2: LayerNormWeights;
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

export interface WriteOptions {
  /** Element type of all tensors, default `F32`; `F16` and `BF16` round to nearest, ties to even. */
  readonly dtype?: WritableDtype;
}
