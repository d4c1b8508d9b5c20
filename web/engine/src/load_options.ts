/** Validates the options of `load` except the variant. */
import { checked_memory_limit } from './memory.js';
import { expect_part, part_names } from './parts.js';
import type { LoadOptions, Part } from './types.js';
import { expect_address, expect_list, expect_options, expect_signal, try_read, optional } from './validate.js';

export interface CheckedLoadOptions {
  readonly signal: AbortSignal | undefined;
  readonly parts: readonly Part[];
  readonly memory_limit: number;
  readonly wasm_url: string | undefined;
  readonly wasm_module: WebAssembly.Module | undefined;
  readonly part_urls: Readonly<Partial<Record<Part, string | undefined>>>;
  readonly part_modules: Readonly<Partial<Record<Part, WebAssembly.Module | undefined>>>;
}

/** Checks for a WebAssembly.Module of any realm by calling a function that only accepts modules. */
function expect_module(argument: string, value: unknown): WebAssembly.Module {
  const module = value as WebAssembly.Module;
  try_read(argument, value, 'a WebAssembly.Module', () => WebAssembly.Module.customSections(module, 'build'));
  return module;
}

/** Applies `check` to the value of each part. */
function of_each_part<Value>(argument: string, value: Partial<Record<Part, unknown>>, check: (name: string, value: unknown) => Value) {
  const given = expect_options(argument, value, part_names);
  return Object.fromEntries(part_names.map((part) => [part, optional(check, `${argument}.${part}`, given[part])]));
}

export const load_option_names = [
  'variant',
  'signal',
  'parts',
  'memory_limit',
  'wasm_url',
  'wasm_module',
  'part_urls',
  'part_modules',
] as const;

export function checked_load_options(options: Omit<LoadOptions, 'variant'>): CheckedLoadOptions {
  const { parts = part_names, part_urls = {}, part_modules = {}, ...given } = options;
  return {
    signal: given.signal === undefined ? undefined : expect_signal(given.signal),
    parts: expect_list('parts', parts, 'an array of parts').map((part) => expect_part('parts', part)),
    memory_limit: checked_memory_limit(given.memory_limit),
    wasm_url: optional(expect_address, 'wasm_url', given.wasm_url),
    wasm_module: optional(expect_module, 'wasm_module', given.wasm_module),
    part_urls: of_each_part('part_urls', part_urls, expect_address),
    part_modules: of_each_part('part_modules', part_modules, expect_module),
  };
}
