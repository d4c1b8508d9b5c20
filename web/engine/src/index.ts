/** Entry point of ffn-lab for browsers, workers and bundlers. */
import { make_load } from './load.js';
import { fetch_wasm } from './edge/fetch_wasm.js';
import { moved_file } from './own_files.js';
import { own_files } from './own_files.browser.js';
import { make_worker_source } from './pool/worker_source.browser.js';

export * from './api.js';

/** Creates a pool's worker, with a static URL that bundlers recognize. */
function make_worker(): Worker {
  const address = moved_file('worker.js', own_files);
  return address === undefined
    ? new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
    : new Worker(address, { type: 'module' });
}

/**
 * Loads the best WebAssembly build that this machine supports and returns a `Lab`. Fetches only
 * .wasm files of the package.
 * @throws FfnError (as a rejection) `unsupported`, `load_failed`, `out_of_memory`, `invalid_type`,
 * `invalid_argument`
 */
export const load = make_load({
  open_wasm: fetch_wasm,
  own_files,
  worker_source: make_worker_source(make_worker),
});
