/** Functions that src/bindings/checkpoint.cpp and npy.cpp export. Internal. */
import type { CheckpointBlockWeights, CheckpointModel, CheckpointTensor, FeedForwardTable } from './checkpoint_types.js';
import type { RawBehaviour, RawFeedForward, RawHandle, RawResult } from './raw_module.js';
import type { Tensor } from './types.js';

/** Bytes [begin, end) of a file. */
export interface RawRange {
  readonly begin: number;
  readonly end: number;
}

type Rows = readonly [number, number] | undefined;

export interface RawCheckpoint extends RawHandle {
  tensors(): RawResult<CheckpointTensor[]>;
  metadata(): RawResult<[string, string][]>;
  gpt2(): RawResult<CheckpointModel | undefined>;
  bert(): RawResult<CheckpointModel | undefined>;
  locate(name: string, rows: Rows): RawResult<RawRange>;
  decode(name: string, rows: Rows, bytes: Uint8Array): RawResult<Tensor>;
  feed_forward_table(layout: string | undefined): RawResult<FeedForwardTable | undefined>;
  feed_forward_ranges(layer: number, layout: string | undefined): RawResult<RawRange[]>;
  feed_forward(layer: number, layout: string | undefined, parts: readonly Uint8Array[], options: RawBehaviour): RawResult<RawFeedForward>;
  block_ranges(layer: number): RawResult<RawRange[]>;
  default_heads(): RawResult<number>;
  block_weights(layer: number, parts: readonly Uint8Array[]): RawResult<CheckpointBlockWeights>;
}

export interface RawCheckpointModule {
  npy_data_begin(first_bytes: Uint8Array, file_size: number): RawResult<number>;
  npy_data_range(before_data: Uint8Array, file_size: number): RawResult<RawRange>;
  decode_npy(before_data: Uint8Array, file_size: number, data: Uint8Array): RawResult<Tensor>;
  checkpoint_header_length(first_bytes: Uint8Array, file_size: number): RawResult<number>;
  make_checkpoint(header: Uint8Array, file_size: number): RawResult<RawCheckpoint>;
  write_safetensors(
    tensors: readonly { readonly name: string; readonly tensor: Tensor }[],
    metadata: readonly (readonly [string, string])[],
    dtype: string,
  ): RawResult<Uint8Array<ArrayBuffer>>;
}
