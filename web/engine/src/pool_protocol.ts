/**
 * Messages between a pool and its workers. Each piece of a call requires one message in each direction. A worker processes one piece at a
 * time, in order, so results need no identifier.
 */
import type { RawError } from './raw_module.js';
import type { FeedForwardWeights, Variant } from './types.js';

export type ToWorker =
  /** The first message. */
  | { readonly kind: 'start'; readonly module: WebAssembly.Module; readonly variant: Variant; readonly memory_limit: number }
  /** A version of a network; each network and each change of it has its own `key`. */
  | { readonly kind: 'network'; readonly key: number; readonly weights: FeedForwardWeights; readonly activation: string }
  /** The worker may delete the network. */
  | { readonly kind: 'forget'; readonly key: number }
  | PieceMessage;

export interface PieceMessage {
  readonly kind: 'piece';
  readonly key: number;
  readonly data: Float32Array;
  readonly shape: readonly [tokens: number, d_model: number];
  /** Range of hidden units; undefined for all of them. */
  readonly units: readonly [first: number, count: number] | undefined;
}

export type FromWorker =
  /** The worker runs. `lock` is the name of a Web Lock that it owns until its end. */
  | { readonly kind: 'ready'; readonly lock: string | undefined; readonly heap_bytes: number }
  | { readonly kind: 'result'; readonly data: Float32Array; readonly heap_bytes: number }
  /** The core rejects this piece; the worker continues. */
  | { readonly kind: 'refused'; readonly error: RawError }
  /** The worker is unusable. */
  | { readonly kind: 'broken'; readonly error: RawError };

export type PostToPool = (message: FromWorker, transfer: ArrayBuffer[]) => void;
