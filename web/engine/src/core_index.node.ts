/** Entry point `ffn-lab/core` for Node. */
import { glue } from './core_glue.js';
import { CoreLab } from './layers/core_lab.js';
import { make_load } from './load.js';
import { wasm_source } from './edge/wasm_source.node.js';

export * from './core_api.js';

/**
 * Loads a module with feed-forward networks only and returns a `CoreLab`: a small part of `ffn-lab`, for pages that need nothing else.
 * @throws FfnError (as a rejection) `unsupported`, `load_failed`, `out_of_memory`, `invalid_type`, `invalid_argument`
 */
export const load = make_load<CoreLab>({
  open_wasm: wasm_source('ffn-lab-core'),
  glue,
  make_lab: (core, build, memory, setup) => new CoreLab(core, build, memory, setup),
});
