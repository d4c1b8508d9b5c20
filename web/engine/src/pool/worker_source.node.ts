/** Creates a pool's workers in Node. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  expect_worker,
  type FromWorker,
  type WorkerEvents,
  type WorkerPort,
  type WorkerSource,
} from './worker_source.js';
import type { CheckedOrigin } from './pool_options.js';

// The options of the main thread (a loader, --input-type) must not apply to the worker.
export const worker_options = { execArgv: [] };

function given_worker({ worker_url, create_worker }: CheckedOrigin): Worker | undefined {
  if (create_worker !== undefined) return expect_worker<Worker>(create_worker(), 'ref');
  return worker_url === undefined ? undefined : new Worker(new URL(worker_url), worker_options);
}

function listen(worker: Worker, events: WorkerEvents): WorkerPort {
  worker.on('message', (message: FromWorker) => events.message(message));
  worker.on('error', (cause) => events.lost(cause));
  worker.on('messageerror', (cause) => events.lost(cause));
  worker.on('exit', (code) => events.lost(new Error(`it ended with exit code ${code}`)));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    terminate: () => void worker.terminate(),
    set_busy: (busy) => (busy ? worker.ref() : worker.unref()),
  };
}

/** `make_worker` creates a worker from the package's own script. */
export const make_worker_source = (make_worker: () => Worker): WorkerSource => ({
  processors: availableParallelism,
  start: (origin, events) => listen(given_worker(origin) ?? make_worker(), events),
});
