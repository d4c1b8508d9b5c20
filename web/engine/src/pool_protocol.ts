/**
 * What a pool and its workers say to each other. A call costs one message each way for every piece of it; a worker answers pieces in
 * order and holds one at a time, so that an answer needs no number.
 */
import type { RawError } from './raw_module.js';
import type { FeedForwardWeights, Variant } from './types.js';

export type ToWorker =
  /** The first message. */
  | { readonly kind: 'start'; readonly module: WebAssembly.Module; readonly variant: Variant; readonly memory_limit: number }
  /** A network as it is now; `key` is new for each network and each change of it. */
  | { readonly kind: 'network'; readonly key: number; readonly weights: FeedForwardWeights; readonly activation: string }
  /** The network is not needed any more. */
  | { readonly kind: 'forget'; readonly key: number }
  | PieceMessage;

export interface PieceMessage {
  readonly kind: 'piece';
  readonly key: number;
  readonly data: Float32Array;
  readonly shape: readonly [tokens: number, d_model: number];
  /** These hidden units only; all of them when left out. */
  readonly units: readonly [first: number, count: number] | undefined;
}

export type FromWorker =
  /** It runs. `lock`: a Web Lock that it holds as long as it lives. */
  | { readonly kind: 'ready'; readonly lock: string | undefined; readonly heap_bytes: number }
  | { readonly kind: 'result'; readonly data: Float32Array; readonly heap_bytes: number }
  /** The core refuses this piece; the worker goes on. */
  | { readonly kind: 'refused'; readonly error: RawError }
  /** The worker is of no use any more. */
  | { readonly kind: 'broken'; readonly error: RawError };

export type PostToPool = (message: FromWorker, transfer: ArrayBuffer[]) => void;
