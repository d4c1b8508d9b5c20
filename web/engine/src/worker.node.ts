/** Worker of a pool in Node: the script of `new Worker(…)` of worker_threads. */
import { parentPort } from 'node:worker_threads';
import type { ToWorker } from './pool/worker_source.js';
import { WorkerLoop } from './pool/worker_loop.js';

// Node reports the end of a thread, so no lock is needed.
const loop = new WorkerLoop(
  (message, transfer) => parentPort?.postMessage(message, transfer),
  () => Promise.resolve(undefined),
);
parentPort?.on('message', (message: ToWorker) => loop.receive(message));
parentPort?.on('messageerror', (cause) => loop.broken(cause));
