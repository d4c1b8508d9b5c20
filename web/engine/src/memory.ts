/** The memory of a running module. It is made here and not by the module, so that its user can say how far it may grow. */
import { FfnError } from './errors.js';
import { expect_number, wrong_value } from './validate.js';

const page_bytes = 65_536;

/** What the module begins with: -sINITIAL_MEMORY in src/bindings/wasm.cmake. */
const initial_bytes = 4 * 2 ** 20;

/** Phones refuse to reserve 2 GiB. */
const default_limit = 2 ** 30;

/** The last page is left out: beyond it sizes would not fit into the 32 bits of an address. */
const largest_limit = 2 ** 32 - page_bytes;

/** `memory_limit` of `load`, in whole pages. @throws FfnError `invalid_type` or `invalid_argument` */
export function checked_memory_limit(value: unknown): number {
  const bytes = expect_number('memory_limit', value, default_limit);
  if (!Number.isInteger(bytes) || bytes < initial_bytes || bytes > largest_limit) {
    throw wrong_value('memory_limit', bytes, `a whole number of bytes from ${initial_bytes} to ${largest_limit}`);
  }
  return bytes - (bytes % page_bytes);
}

/** Memory that grows to `limit` bytes, all of whose addresses the machine may have to reserve. @throws FfnError `out_of_memory` */
export function make_memory(limit: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: initial_bytes / page_bytes, maximum: limit / page_bytes });
  } catch (cause) {
    throw new FfnError('out_of_memory', `this machine has no room for a WebAssembly memory of up to ${limit} bytes`, { cause });
  }
}
