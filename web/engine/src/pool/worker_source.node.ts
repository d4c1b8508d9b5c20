/** Creates a pool's workers in Node, from the script next to this file. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  expect_worker,
  type FromWorker,
  type StartWorker,
  type WorkerSource,
} from './worker_source.js';

const start: StartWorker = ({ worker_url, create_worker }, events) => {
  // The options of the main thread (a loader, --input-type) must not apply to the worker.
  const options = { execArgv: [] };
  const worker =
    create_worker !== undefined
      ? expect_worker<Worker>(create_worker(), 'ref')
      : worker_url !== undefined
        ? new Worker(new URL(worker_url), options)
        : new Worker(new URL('../worker.node.js', import.meta.url), options);
  worker.on('message', (message: FromWorker) => events.message(message));
  worker.on('error', (cause) => events.lost(cause));
  worker.on('messageerror', (cause) => events.lost(cause));
  worker.on('exit', (code) => events.lost(new Error(`it ended with exit code ${code}`)));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    terminate: () => void worker.terminate(),
    set_busy: (busy) => (busy ? worker.ref() : worker.unref()),
  };
};

export const worker_source: WorkerSource = { processors: availableParallelism, start };
