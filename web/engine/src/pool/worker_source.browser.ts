/** Creates a pool's workers in browsers, with a static URL that every bundler recognizes. */
import {
  expect_worker,
  type FromWorker,
  type StartWorker,
  type WorkerSource,
} from './worker_source.js';

const terminated = new Error('it was terminated, or the browser ended it');
const no_script = "its script could not be loaded (not found, or forbidden by the page's policy?)";

const start: StartWorker = ({ worker_url, create_worker }, events) => {
  const worker =
    create_worker !== undefined
      ? expect_worker<Worker>(create_worker(), 'addEventListener')
      : worker_url !== undefined
        ? new Worker(worker_url, { type: 'module' })
        : new Worker(new URL('../worker.js', import.meta.url), { type: 'module' });
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
};

export const worker_source: WorkerSource = {
  processors: () => navigator.hardwareConcurrency ?? 1,
  start,
};
