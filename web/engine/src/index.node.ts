/** Entry point of ffn-lab for Node; it has the declarations of index.ts. */
import { Worker } from 'node:worker_threads';
import { make_load } from './load.js';
import { open_wasm } from './edge/wasm_source.node.js';
import { own_files, own_worker } from './own_files.node.js';
import { make_worker_source, worker_options } from './pool/worker_source.node.js';

export * from './api.js';

export const load = make_load({
  open_wasm,
  own_files,
  worker_source: make_worker_source(() => new Worker(own_worker(), worker_options)),
});
