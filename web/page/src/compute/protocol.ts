/** Messages between the page and its workers. */
import type { LabInfo } from 'ffn-lab';

/** An error as a structured-cloneable value. */
export interface CallError {
  readonly code: string;
  readonly message: string;
  /** The engine's reason, for a file. */
  readonly reason?: string | undefined;
}

/** A call of any service, or the cancellation of a pending one. */
export type ToWorker =
  | {
      readonly kind: 'call';
      readonly sequence: number;
      readonly call: string;
      readonly request: unknown;
    }
  | { readonly kind: 'cancel'; readonly sequence: number };

export type FromWorker =
  | { readonly kind: 'loaded'; readonly info: LabInfo }
  | { readonly kind: 'load_failed'; readonly error: CallError }
  | { readonly kind: 'progress'; readonly sequence: number; readonly progress: unknown }
  | { readonly kind: 'reply'; readonly sequence: number; readonly reply: unknown }
  | { readonly kind: 'error'; readonly sequence: number; readonly error: CallError };
