/** Globals of the platform that the package uses, and the error for one that is missing. */
import { FfnError } from './errors.js';

/** The way on where WebAssembly's memories need more addresses than the process may reserve. */
export const address_space_advice =
  'where the address space is limited (ulimit -v) start Node.js with --disable-wasm-trap-handler';

/**
 * Checks for globals that every browser and Node.js have, but that simulated pages lack: jsdom has
 * no TextDecoder and no fetch.
 * @throws FfnError `unsupported` that names those that are missing
 */
export function expect_globals(...names: readonly string[]): void {
  const missing = names.filter((name) => !(name in globalThis));
  if (missing.length === 0) return;
  throw new FfnError(
    'unsupported',
    `this environment has no global ${missing.join(', ')}; in a simulated page such as jsdom's, run the test in Node.js (in Jest: @jest-environment node), or set globalThis.${missing[0]} before`,
  );
}

/** Whether an earlier check has found that `fetch` can start; since then its module occupies memory. */
let fetch_starts = false;

/**
 * Checks that `fetch` exists and can start. Node.js decodes HTTP by a WebAssembly module of its own:
 * the first fetch starts it, and where the address space does not suffice (`ulimit -v`), old releases
 * end the process instead of rejecting.
 * @throws FfnError `unsupported`, `out_of_memory`
 */
export function expect_fetch(): void {
  expect_globals('fetch');
  if (fetch_starts) return;
  const { process } = globalThis as { readonly process?: { readonly versions?: object } };
  if (process?.versions === undefined || !('node' in process.versions)) return;
  try {
    new WebAssembly.Memory({ initial: 1 });
    fetch_starts = true;
  } catch (cause) {
    throw new FfnError(
      'out_of_memory',
      `this machine cannot allocate the WebAssembly memory that fetch needs; ${address_space_advice}`,
      { cause },
    );
  }
}
