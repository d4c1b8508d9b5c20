import './trusted.js';
import { load } from 'ffn-lab';
import { work } from './work.js';

const in_worker = (pools) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./own_worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) =>
      data.error === undefined ? resolve(data.outcome) : reject(new Error(data.error));
    worker.onerror = (event) => reject(new Error(`the worker failed: ${event.message}`));
    worker.postMessage({ pools });
  });

async function in_both() {
  const pools = !new URLSearchParams(location.search).has('no_pools_in_workers');
  return { page: await work(load), worker: await in_worker(pools) };
}

// Read by the test.
globalThis.outcome = in_both();
