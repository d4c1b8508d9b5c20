/** Entry point of ffn-lab for browsers, workers and bundlers. */
import { glue } from './glue.js';
import { Lab } from './lab.js';
import { make_load } from './load.js';
import { open_wasm } from './edge/wasm_source.browser.js';
import { worker_source } from './pool/worker_source.browser.js';

export * from './api.js';

/**
 * Loads the best WebAssembly build that this machine supports and returns a `Lab`. Fetches only .wasm files of the package.
 * @throws FfnError (as a rejection) `unsupported`, `load_failed`, `out_of_memory`, `invalid_type`, `invalid_argument`
 */
export const load = make_load({ open_wasm, glue, lab: Lab, source: worker_source });
