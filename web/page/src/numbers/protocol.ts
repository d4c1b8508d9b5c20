/** Messages between the page and its workers. To add a call, add an entry to `Calls` and a handler of the same name. */
import type { LabInfo, Tensor } from 'ffn-lab';
import type { ComputeReply, ComputeRequest, ComputeSlowRequest, Computed, SlowProgress } from './recipe.ts';

/** Why a .npy file was rejected. */
export interface NpyError {
  /** Reason or code of the FfnError. */
  readonly reason: string;
  readonly message: string;
}

export type NpyReply = { readonly tensor: Tensor } | { readonly error: NpyError };

export interface Calls {
  compute: { request: ComputeRequest; reply: ComputeReply };
  compute_slow: { request: ComputeSlowRequest; reply: Computed; progress: SlowProgress };
  read_npy: { request: File; reply: NpyReply };
}

export type CallName = keyof Calls;

/** An error as a structured-cloneable value. */
export interface CallError {
  readonly code: string;
  readonly message: string;
  /** The engine's reason, for a file. */
  readonly reason?: string | undefined;
}

/** A call of any service, or the cancellation of a pending one. */
export type ToWorker =
  | { readonly kind: 'call'; readonly sequence: number; readonly call: string; readonly request: unknown }
  | { readonly kind: 'cancel'; readonly sequence: number };

export type FromWorker =
  | { readonly kind: 'loaded'; readonly info: LabInfo }
  | { readonly kind: 'load_failed'; readonly error: CallError }
  | { readonly kind: 'progress'; readonly sequence: number; readonly progress: unknown }
  | { readonly kind: 'reply'; readonly sequence: number; readonly reply: unknown }
  | { readonly kind: 'error'; readonly sequence: number; readonly error: CallError };
