/** Entry point of ffn-lab for Node; it has the declarations of index.ts. */
import { make_load } from './load.js';
import { open_wasm } from './edge/wasm_source.node.js';
import { worker_source } from './pool/worker_source.node.js';

export * from './api.js';

export const load = make_load({ open_wasm, worker_source });
