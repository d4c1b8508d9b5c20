/** Creates a pool's workers in browsers. */
import { FfnError } from '../edge/index.js';
import {
  expect_worker,
  type FromWorker,
  type WorkerEvents,
  type WorkerPort,
  type WorkerSource,
} from './worker_source.js';
import type { CheckedOrigin } from './pool_options.js';

const terminated = new Error('it was terminated, or the browser ended it');
const no_script = "its script could not be loaded (not found, or forbidden by the page's policy?)";

function given_worker({ worker_url, create_worker }: CheckedOrigin): Worker | undefined {
  if (create_worker !== undefined)
    return expect_worker<Worker>(create_worker(), 'addEventListener');
  return worker_url === undefined ? undefined : new Worker(worker_url, { type: 'module' });
}

function listen(worker: Worker, events: WorkerEvents): WorkerPort {
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'ready' && data.lock !== undefined) {
      // The browser grants the lock to this side after the end of the worker (worker.ts); it is
      // released immediately.
      navigator.locks.request(data.lock, () => events.lost(terminated)).catch(() => undefined);
    }
    events.message(data);
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    const { error, message } = event as { readonly error?: unknown; readonly message?: string };
    events.lost(error ?? new Error(message === undefined || message === '' ? no_script : message));
  });
  worker.addEventListener('messageerror', () =>
    events.lost(new Error('its message could not be read')),
  );
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    terminate: () => worker.terminate(),
    set_busy: () => undefined,
  };
}

/** Service workers, background scripts of extensions and Cloudflare's runtime have no `Worker`. */
const no_workers = () =>
  new FfnError(
    'unsupported',
    'this environment cannot start workers (no global Worker); compute in this thread, ffn.forward(x), or open the pool in a page',
  );

/** `make_worker` creates a worker from the package's own script. */
export const make_worker_source = (make_worker: () => Worker): WorkerSource => ({
  processors: () => navigator.hardwareConcurrency ?? 1,
  start(origin, events) {
    if (origin.create_worker === undefined && !('Worker' in globalThis)) throw no_workers();
    return listen(given_worker(origin) ?? make_worker(), events);
  },
});
