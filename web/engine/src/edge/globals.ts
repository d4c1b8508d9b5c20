/** Globals of the platform that the package uses, and the error for one that is missing. */
import { FfnError } from './errors.js';

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
