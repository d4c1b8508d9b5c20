/** A worker of a pool, in browsers: the module that `new Worker(…, { type: 'module' })` is given. */
import type { FromWorker, ToWorker } from './pool_protocol.js';
import { WorkerLoop } from './worker_loop.js';

/** The part of a dedicated worker's global scope that is used here. */
interface WorkerScope {
  postMessage(message: FromWorker, transfer: ArrayBuffer[]): void;
  addEventListener(kind: 'message' | 'messageerror', listener: (event: { readonly data: ToWorker }) => void): void;
}

/**
 * No event tells that a worker was terminated. A Web Lock does, for it is let go with its holder: the pool asks for the same one and
 * gets it when this worker is gone. Undefined where there are no Web Locks, as in pages that are neither https nor localhost.
 */
async function hold_lock(): Promise<string | undefined> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) return undefined;
  const name = `ffn-lab worker ${crypto.randomUUID()}`;
  const held = new Promise<string>((resolve, reject) => {
    const for_life = () => new Promise<never>(() => resolve(name));
    locks.request(name, for_life).catch(reject);
  });
  return held.catch(() => undefined); // a page of no origin of its own may not lock
}

const scope = globalThis as unknown as WorkerScope;
const loop = new WorkerLoop((message, transfer) => scope.postMessage(message, transfer), hold_lock);
scope.addEventListener('message', ({ data }) => loop.receive(data));
scope.addEventListener('messageerror', () => loop.broken('a message could not be read'));
