/** ffn-lab for browsers, workers and bundlers. */
import { make_load } from './load.js';
import { read_wasm } from './wasm_source.browser.js';
import { worker_source } from './worker_source.browser.js';

export * from './api.js';

/** Loads the best WebAssembly build that this machine runs. Nothing is fetched but the package's own .wasm file. */
export const load = make_load(read_wasm, worker_source);
