import { checked_memory_limit } from './memory.js';
import { option, type OptionsOf } from './schema.js';
import type { Variant } from './types.js';
import { expect_address, expect_name, expect_signal, try_read } from './validate.js';

/** Checks for a WebAssembly.Module of any realm by calling a function that only accepts modules. */
function expect_module(argument: string, value: unknown): WebAssembly.Module {
  const module = value as WebAssembly.Module;
  try_read(argument, value, 'a WebAssembly.Module', () => WebAssembly.Module.customSections(module, 'build'));
  return module;
}

export const load_options = {
  /** Variant to load instead of the best one. If the machine cannot run it, `load` rejects with `unsupported`. */
  variant: option(expect_name<Variant>),
  /**
   * Largest size of the WebAssembly memory, also of each worker of a pool, in bytes: 4 MiB (4194304) to 4 GiB less one page of 64 KiB
   * (4294901760), rounded down to whole pages; default 1 GiB, which phones still allow. The machine may have to reserve all of it as
   * address space. A computation that needs more memory fails with `out_of_memory`.
   */
  memory_limit: option(checked_memory_limit),
  /** Aborts loading: the promise rejects with the signal's reason. */
  signal: option((_, value) => expect_signal(value)),
  /**
   * Address of the .wasm file of the chosen variant; default: the package's own file. A relative address is resolved against the
   * page, or in a worker against the worker's script; in Node it must be absolute.
   */
  wasm_url: option<string | URL>(expect_address),
  /**
   * Compiled module to use instead of fetching one. It must be of the chosen variant, so specify that, too: `{ variant: 'simd', wasm_module
   * }`.
   */
  wasm_module: option(expect_module),
};

/** The variant to load, and its source. */
export interface LoadOptions extends OptionsOf<typeof load_options> {}
