import { FfnError } from 'ffn-lab';
import type { CallError } from './protocol.ts';

export interface CallContext {
  /** Aborted when the page cancels the call; a reply after that is ignored. */
  readonly signal: AbortSignal;
  readonly progress: (progress: unknown) => void;
}

/**
 * Names of workers, which all answer the same calls: `page` those about the forward pass; the
 * others are apart, so that long computations do not block it.
 */
export type ServiceName =
  'page' | 'facts' | 'proof' | 'speed' | 'checkpoint' | 'training' | 'training_seeds' | 'learning';

export function error_value(error: unknown): CallError {
  if (error instanceof FfnError)
    return { code: error.code, message: error.message, reason: error.reason };
  return { code: 'internal', message: String(error) };
}

/**
 * Resolves in the next macrotask, so that a worker receives calls and cancellations sent meanwhile.
 */
export const next_task = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Longest time without a progress report and without a check for an abort. */
export const slice_ms = 40;

/**
 * Returns a function that runs actions one after the other, as a cancelled recipe uses the objects
 * of its session until it has ended.
 */
export function make_turns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(act: () => Promise<Result>): Promise<Result> => {
    const next = last.then(act, act);
    last = next;
    return next;
  };
}
