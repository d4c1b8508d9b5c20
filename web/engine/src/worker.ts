/** Worker of a pool in browsers: the script of `new Worker(…, { type: 'module' })`. */
import type { FromWorker, ToWorker } from './pool/worker_source.js';
import { WorkerLoop } from './pool/worker_loop.js';

/** The part of a dedicated worker's global scope that this file uses. */
interface WorkerScope {
  postMessage(message: FromWorker, transfer: ArrayBuffer[]): void;
  addEventListener(
    kind: 'message' | 'messageerror',
    listener: (event: { readonly data: ToWorker }) => void,
  ): void;
}

/**
 * Acquires a Web Lock until the end of the worker and returns its name. Browsers fire no event when
 * a worker is terminated, but they release its locks: the pool requests the same lock and receives
 * it then. Returns undefined without Web Locks, for example in pages that are neither https nor
 * localhost.
 */
async function hold_lock(): Promise<string | undefined> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) return undefined;
  const name = `ffn-lab worker ${crypto.randomUUID()}`;
  const acquired = new Promise<string>((resolve, reject) => {
    const hold_forever = () => new Promise<never>(() => resolve(name));
    locks.request(name, hold_forever).catch(reject);
  });
  return acquired.catch(() => undefined); // locks are not available to pages with an opaque origin
}

const scope = globalThis as unknown as WorkerScope;
const loop = new WorkerLoop((message, transfer) => scope.postMessage(message, transfer), hold_lock);
scope.addEventListener('message', ({ data }) => loop.receive(data));
scope.addEventListener('messageerror', () => loop.broken('a message could not be read'));
