/** Entry point of ffn-lab for browsers, workers and bundlers. */
import { make_load } from './load.js';
import { fetch_wasm } from './edge/fetch_wasm.js';
import { worker_source } from './pool/worker_source.browser.js';

export * from './api.js';

/**
 * Loads the best WebAssembly build that this machine supports and returns a `Lab`. Fetches only
 * .wasm files of the package.
 * @throws FfnError (as a rejection) `unsupported`, `load_failed`, `out_of_memory`, `invalid_type`,
 * `invalid_argument`
 */
export const load = make_load({ open_wasm: fetch_wasm, worker_source });
