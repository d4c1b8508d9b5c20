/** Validates the options of `load` except the variant. */
import { checked_memory_limit } from './memory.js';
import type { LoadOptions } from './types.js';
import { expect_address, expect_signal, try_read, optional } from './validate.js';

export interface CheckedLoadOptions {
  readonly signal: AbortSignal | undefined;
  readonly memory_limit: number;
  readonly wasm_url: string | undefined;
  readonly wasm_module: WebAssembly.Module | undefined;
}

/** Checks for a WebAssembly.Module of any realm by calling a function that only accepts modules. */
function expect_module(argument: string, value: unknown): WebAssembly.Module {
  const module = value as WebAssembly.Module;
  try_read(argument, value, 'a WebAssembly.Module', () => WebAssembly.Module.customSections(module, 'build'));
  return module;
}

export const load_option_names = ['variant', 'signal', 'memory_limit', 'wasm_url', 'wasm_module'] as const;

export function checked_load_options(given: Omit<LoadOptions, 'variant'>): CheckedLoadOptions {
  return {
    signal: given.signal === undefined ? undefined : expect_signal(given.signal),
    memory_limit: checked_memory_limit(given.memory_limit),
    wasm_url: optional(expect_address, 'wasm_url', given.wasm_url),
    wasm_module: optional(expect_module, 'wasm_module', given.wasm_module),
  };
}
