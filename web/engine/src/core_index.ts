/** Entry point `ffn-lab/core` for browsers, workers and bundlers. */
import { modules } from './core_glue.js';
import { CoreLab } from './layers/core_lab.js';
import { fetch_wasm } from './edge/fetch_wasm.js';
import { make_load } from './load.js';

export { CoreLab };
export * from './core_api.js';

/**
 * Loads a module with feed-forward networks only and returns a `CoreLab`: a small part of
 * `ffn-lab`, for pages that need nothing else.
 * @throws FfnError (as a rejection) `unsupported`, `load_failed`, `out_of_memory`, `invalid_type`,
 * `invalid_argument`
 */
export const load = make_load({
  modules,
  open_wasm: fetch_wasm,
  make_lab: (core) => new CoreLab(core),
});
