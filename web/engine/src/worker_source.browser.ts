/** Where a pool's workers come from, for browsers and bundlers: a static URL that every bundler recognises. */
import type { FromWorker } from './pool_protocol.js';
import type { StartWorker, WorkerSource } from './worker_source.js';
import { expect_worker } from './worker_source.js';

const silent_death = new Error('it was terminated, or the browser ended it');
const no_script = "its script could not be loaded (not found, or forbidden by the page's policy?)";

const start: StartWorker = ({ worker_url, create_worker }, events) => {
  const worker =
    create_worker !== undefined
      ? expect_worker<Worker>(create_worker(), 'addEventListener')
      : worker_url !== undefined
        ? new Worker(worker_url, { type: 'module' })
        : new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'ready' && data.lock !== undefined) {
      // Given to this side when the worker is gone (worker.ts), and let go at once.
      navigator.locks.request(data.lock, () => events.died(silent_death)).catch(() => undefined);
    }
    events.message(data);
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    const { error, message } = event as { readonly error?: unknown; readonly message?: string };
    events.died(error ?? new Error(message === undefined || message === '' ? no_script : message));
  });
  worker.addEventListener('messageerror', () => events.died(new Error('its message could not be read')));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    terminate: () => worker.terminate(),
    hold: () => undefined,
  };
};

export const worker_source: WorkerSource = { processors: () => navigator.hardwareConcurrency ?? 1, start };
