/** Uses the package in Node by its bare name, in the main thread and in a separate thread. */
import { Worker } from 'node:worker_threads';
import { load } from 'ffn-lab';
import { work } from './work.js';

const in_thread = () =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./own_thread.mjs', import.meta.url));
    worker.once('message', resolve).once('error', reject);
  });

console.log(JSON.stringify({ page: await work(load), worker: await in_thread() }));
