import type { AttentionWeights } from '../layers/attention.js';
import type { LayerNormWeights } from '../layers/layer_norm.js';
import type { TransformerBlockWeights } from '../layers/transformer_block.js';
import type {
  ActivationKind,
  DropoutPlacement,
  FeedForwardWeights,
  Url,
  WeightLayout,
} from '../edge/index.js';

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

/** The part of the interface of Node's FileHandle that the package uses. */
export interface FileHandleLike {
  /** Returns the size in bytes. */
  stat(): Promise<{
    /** Size in bytes. */
    readonly size: number;
  }>;
  /** Reads up to `length` bytes from `position` of the file into the buffer, from `offset`. */
  read(
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{
    /** Number of bytes that were read; 0 at the end of the file. */
    readonly bytesRead: number;
  }>;
}

/**
 * Source of a checkpoint's bytes: memory (not copied; leave it unchanged while the checkpoint is in
 * use), a Blob or File, in Node a FileHandle, or an address whose server supports range requests.
 *
 * A path is none. In Node pass `await open(path)` of `node:fs/promises`, which may be larger than
 * the memory; close it after the last read. `await openAsBlob(path)` of `node:fs` needs no closing,
 * but misreads files above 2 GiB (https://github.com/nodejs/node/issues/52585).
 */
export type CheckpointSource = ArrayBuffer | Uint8Array | BlobLike | FileHandleLike | string | Url;

/** A JSON object that is parsed already, or a file with one, which is read whole. */
export type JsonSource = CheckpointSource | object;

/** Progress of a call that reads from a file. */
export interface ReadProgress {
  /** Bytes that have been read and decoded so far. */
  readonly bytes: number;
  /** Bytes to read in all. */
  readonly of: number;
}

/**
 * Element type of a tensor in a file: one of those that can be read, or the text of any other, such
 * as `F4`; reading a tensor of another type is an error.
 */
export type CheckpointDtype = ReadableDtype | (string & Record<never, never>);

/** Element types that can be read. */
export type ReadableDtype =
  | 'BOOL'
  | 'U8'
  | 'I8'
  | 'F8_E5M2'
  | 'F8_E4M3'
  | 'F8_E8M0'
  | 'I16'
  | 'U16'
  | 'F16'
  | 'BF16'
  | 'I32'
  | 'U32'
  | 'F32'
  | 'F64'
  | 'I64'
  | 'U64';

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

/**
 * Sizes of a known model, derived from the shapes in a file. A size that the file does not
 * determine is 0.
 */
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
  /** Activation of the feed-forward networks; undefined if nothing determines it. */
  readonly activation?: ActivationKind;
  /**
   * What determines the activation: the configuration given beside the file, the file's metadata,
   * or the names of its tensors, in this order.
   */
  readonly activation_from?: 'config' | 'metadata' | 'names';
  /** Name of an activation in the configuration that this package does not have. */
  readonly activation_refused?: string;
  /**
   * Width of the model that the given configuration describes, if it is not d_model: the
   * configuration belongs to another model or stack and is not used.
   */
  readonly config_width?: number;
  /** Tensor on which dropout acts in the model's feed-forward networks. */
  readonly dropout_placement: DropoutPlacement;
}

/**
 * Names of the tensors of one feed-forward network in a file. If one tensor contains the first
 * layer and the gate, both have its name.
 */
export interface FeedForwardNames {
  /**
   * Number of the layer in the names of its tensors, the argument of `feed_forward`; 0 if they have
   * no number.
   */
  readonly number: number;
  /** Weight of the layer before the activation. */
  readonly w1: string;
  /** Bias of the layer before the activation. */
  readonly b1?: string;
  /** Weight of the gate. */
  readonly w_gate?: string;
  /** Bias of the gate. */
  readonly b_gate?: string;
  /** Weight of the last layer. */
  readonly w2: string;
  /** Bias of the last layer. */
  readonly b2?: string;
  /** Size of these tensors in the file, in bytes. */
  readonly byte_length: number;
}

/**
 * Which half of a first weight with the gate in it passes through the activation; `unknown` if
 * libraries with these names disagree.
 */
export type FusedOrder = 'activation_first' | 'activation_last' | 'unknown';

/**
 * A stack of feed-forward networks in a file, found by the names of their tensors: networks of the
 * same shapes whose names differ only in the number of the layer.
 */
export interface FeedForwardTable extends Omit<
  CheckpointModel,
  'n_layers' | 'n_vocab' | 'n_positions'
> {
  /** Name of the stack, such as `model.layers.*.mlp`: the value of the option `stack`. */
  readonly name: string;
  /**
   * Family of models with these names: `linear` are other networks of two layers, `gated` networks
   * with a gate.
   */
  readonly family: 'gpt2' | 'bert' | 'linear' | 'gated';
  /** Whether the networks have a gate. */
  readonly gated: boolean;
  /** Order of the halves of a first weight with the gate in it. */
  readonly fused?: FusedOrder;
  /** The layers with a complete network, by number. */
  readonly layers: readonly FeedForwardNames[];
  /**
   * Layout of the weights: derived from the other tensors of the file; where nothing determines it,
   * the requested one, or the usual one of these names.
   */
  readonly layout: WeightLayout;
  /** Whether nothing in the file determines the layout, so that another one may be requested. */
  readonly ambiguous: boolean;
  /** Bytes of the weights of one network in memory, as float32; passes take as many again. */
  readonly weight_bytes: number;
  /** Whether `block` can read the Transformer block of each of these layers. */
  readonly blocks: boolean;
  /** The token embedding, (n_vocab, d_model). */
  readonly embedding?: CheckpointTensor;
  /** The position embedding, (n_positions, d_model). */
  readonly positions?: CheckpointTensor;
  /** Names of scale and shift of the layer norm after the last block. */
  readonly final_norm?: Readonly<Record<keyof LayerNormWeights, string>>;
}

/** All weights of a GPT-2 block, in layout (out, in), with separate query, key and value. */
export interface CheckpointBlockWeights extends Required<
  Pick<TransformerBlockWeights, 'norm1' | 'norm2'>
> {
  /** Separate query, key and value, which the file stores as one matrix. */
  readonly attention: Required<AttentionWeights>;
  /** Feed-forward network in layout (out, in); the file stores (in, out). */
  readonly feed_forward: Required<Omit<FeedForwardWeights, 'w_gate' | 'b_gate'>>;
}
