/** Entry point of ffn-lab for Node. */
import { make_load } from './load.js';
import { open_wasm } from './edge/wasm_source.node.js';
import { worker_source } from './pool/worker_source.node.js';

export * from './api.js';

/**
 * Loads the best WebAssembly build that this Node supports from the files of the package and returns a `Lab`.
 * @throws FfnError (as a rejection) `unsupported`, `load_failed`, `out_of_memory`, `invalid_type`, `invalid_argument`
 */
export const load = make_load(open_wasm, worker_source);
