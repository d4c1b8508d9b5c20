import type { Signal } from './platform_types.js';

/** Listeners for the abort of a signal. */

/**
 * Listeners of each signal. One event listener serves all of them: Node warns about more than ten
 * on one signal.
 */
const listeners_of = new WeakMap<Signal, Set<() => void>>();

/** Calls `listener` when the signal is aborted. Returns a function that removes the listener. */
export function on_abort(signal: Signal, listener: () => void): () => void {
  const listeners = listeners_of.get(signal) ?? new Set();
  listeners.add(listener);
  if (!listeners_of.has(signal)) {
    listeners_of.set(signal, listeners);
    signal.addEventListener('abort', () => listeners.forEach((one) => one()), { once: true });
  }
  return () => listeners.delete(listener);
}

/**
 * Settles as `work` does, or rejects with the signal's reason when the signal is aborted before.
 */
export function abortable<Result>(work: Promise<Result>, signal: Signal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const ignore = on_abort(signal, () => reject(signal.reason as Error));
    work.then(resolve, reject).finally(ignore);
  });
}

/**
 * Calls `work` with a signal of its own, which is aborted with the given one, and when the work has
 * settled: the requests that a failure leaves behind end, too.
 */
export async function with_own_signal<Result>(
  signal: Signal | undefined,
  work: (own: Signal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const own = new AbortController();
  const ignore = signal && on_abort(signal, () => own.abort(signal.reason));
  try {
    return await work(own.signal);
  } finally {
    ignore?.();
    own.abort();
  }
}
