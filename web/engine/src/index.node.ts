/** ffn-lab for Node. */
import { make_load } from './load.js';
import { read_wasm } from './wasm_source.node.js';
import { worker_source } from './worker_source.node.js';

export * from './api.js';

/** Loads the best WebAssembly build that this Node runs, from the package's own files. */
export const load = make_load(read_wasm, worker_source);
