/** Allocates the WebAssembly memory. JavaScript creates it, not the module, so that the user can choose its maximum size. */
import { FfnError } from './errors.js';
import { expect_number, wrong_value } from './validate.js';

const page_bytes = 65_536;

/** Initial size of the memory: -sINITIAL_MEMORY in src/bindings/wasm.cmake. */
const initial_bytes = 4 * 2 ** 20;

/** Default of `memory_limit`: 1 GiB, because phones refuse to reserve 2 GiB. */
export const default_memory_limit = 2 ** 30;

/** 4 GiB less one page: the size in bytes must fit into the 32 bits of an address. */
const largest_limit = 2 ** 32 - page_bytes;

/** Returns `memory_limit` of `load`, rounded down to whole pages. @throws FfnError `invalid_type` or `invalid_argument` */
export function checked_memory_limit(argument: string, value: unknown): number {
  const bytes = expect_number(argument, value);
  if (!Number.isInteger(bytes) || bytes < initial_bytes || bytes > largest_limit) {
    throw wrong_value(argument, bytes, `a whole number of bytes from ${initial_bytes} to ${largest_limit}`);
  }
  return bytes - (bytes % page_bytes);
}

/**
 * Creates a memory that can grow to `limit` bytes, for which the machine may have to reserve addresses.
 * @throws FfnError `out_of_memory`
 */
export function make_memory(limit: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: initial_bytes / page_bytes, maximum: limit / page_bytes });
  } catch (cause) {
    throw new FfnError('out_of_memory', `this machine cannot allocate a WebAssembly memory of up to ${limit} bytes`, { cause });
  }
}
