/** Listeners for the abort of a signal. */

/**
 * Listeners of each signal. One event listener serves all of them: Node warns about more than ten
 * on one signal.
 */
const listeners_of = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `listener` when the signal is aborted. Returns a function that removes the listener. */
export function on_abort(signal: AbortSignal, listener: () => void): () => void {
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
export function abortable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const ignore = on_abort(signal, () => reject(signal.reason as Error));
    work.then(resolve, reject).finally(ignore);
  });
}
