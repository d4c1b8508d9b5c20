/** Entry point of ffn-lab for Node. */
import { glue } from './glue.js';
import { Lab } from './lab.js';
import { make_load } from './load.js';
import { wasm_source } from './edge/wasm_source.node.js';
import { worker_source } from './pool/worker_source.node.js';

export * from './api.js';

/**
 * Loads the best WebAssembly build that this Node supports from the files of the package and returns a `Lab`.
 * @throws FfnError (as a rejection) `unsupported`, `load_failed`, `out_of_memory`, `invalid_type`, `invalid_argument`
 */
export const load = make_load<Lab>({
  open_wasm: wasm_source('ffn-lab'),
  glue,
  make_lab: (core, build, memory, setup) => new Lab(core, build, memory, { ...setup, source: worker_source }),
});
