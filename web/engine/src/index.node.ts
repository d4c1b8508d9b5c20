/** Entry point of ffn-lab for Node; it has the declarations of index.ts. */
import { Worker } from 'node:worker_threads';
import { make_load } from './load.js';
import { open_wasm } from './edge/wasm_source.node.js';
import { moved_file } from './own_files.js';
import { own_files } from './own_files.node.js';
import { make_worker_source, worker_options } from './pool/worker_source.node.js';

export * from './api.js';

function make_worker(): Worker {
  const address = moved_file('worker.node.js', own_files);
  return address === undefined
    ? new Worker(new URL('./worker.node.js', import.meta.url), worker_options)
    : new Worker(address, worker_options);
}

export const load = make_load({
  open_wasm,
  own_files,
  worker_source: make_worker_source(make_worker),
});
