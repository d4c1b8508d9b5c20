/**
 * Instantiates a compiled module, in the main thread and in the workers of a pool. JavaScript
 * allocates its memory, so that the user can choose the maximum size.
 */
import { guard } from './guard.js';
import { FfnError } from './errors.js';
import { address_space_advice } from './globals.js';
import { call, type create, type RawModule } from './raw_module.js';
import type { Variant } from './types.js';
import { wrong_value } from './describe.js';
import { expect_number } from './validate.js';
import type { WasmMemory, WasmModule } from './platform_types.js';

/** Size of a page of WebAssembly memory. */
export const page_bytes = 65_536;

/** Initial size of the memory: -sINITIAL_MEMORY in src/bindings/wasm.cmake. */
const initial_bytes = 4 * 2 ** 20;

/** Default of `memory_limit`: 1 GiB, because phones refuse to reserve 2 GiB. */
export const default_memory_limit = 2 ** 30;

/** 4 GiB less one page: the size in bytes must fit into the 32 bits of an address. */
const largest_limit = 2 ** 32 - page_bytes;

/**
 * Returns `memory_limit` of `load`, rounded down to whole pages. @throws FfnError `invalid_type` or
 * `invalid_argument`
 */
export function checked_memory_limit(argument: string, value: unknown): number {
  const bytes = expect_number(argument, value);
  if (!Number.isInteger(bytes) || bytes < initial_bytes || bytes > largest_limit) {
    throw wrong_value(
      argument,
      bytes,
      `a whole number of bytes from ${initial_bytes} to ${largest_limit}`,
    );
  }
  return bytes - (bytes % page_bytes);
}

/**
 * Creates a memory that can grow to `limit` bytes, for which the machine may have to reserve
 * addresses.
 * @throws FfnError `out_of_memory`
 */
function make_memory(limit: number): WasmMemory {
  try {
    return new WebAssembly.Memory({
      initial: initial_bytes / page_bytes,
      maximum: limit / page_bytes,
    });
  } catch (cause) {
    throw new FfnError(
      'out_of_memory',
      `this machine cannot allocate a WebAssembly memory of up to ${limit} bytes; load with a smaller memory_limit, or ${address_space_advice}`,
      { cause },
    );
  }
}

/**
 * Returns whether the engine is JavaScriptCore, as in Safari and on iOS: its errors alone have a
 * property `line`. The answer is for speed only (src/ffn/kernels/tile.h): results do not depend on
 * it.
 */
export const is_javascript_core = (): boolean => Object.hasOwn(new Error(), 'line');

/** A running WebAssembly module. */
export interface Started {
  readonly raw: RawModule;
  readonly memory: WasmMemory;
}

/** The identity of a module, which its JavaScript knows (src/bindings/stamp_module.mjs). */
export interface Stamp {
  /** The custom section `build` of the module. */
  readonly build: string;
  /** The hash of the .wasm file. */
  readonly sha256: string;
}

/**
 * Instantiates a module. `memory_limit` is in bytes, a multiple of the page size.
 * @throws FfnError `out_of_memory` or `load_failed`
 */
export async function start(
  module: WasmModule,
  variant: Variant,
  create_module: typeof create,
  memory_limit: number,
): Promise<Started> {
  const memory = make_memory(memory_limit);
  // Emscripten only waits for `done`, so a failed instantiation must reject the promise here.
  const raw = await new Promise<RawModule>((resolve, reject) => {
    create_module({
      wasmMemory: memory,
      memory_limit,
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports).then(done).catch(reject);
        return {};
      },
    }).then(resolve, reject);
  }).catch((cause: unknown) => {
    const what = cause instanceof RangeError ? 'out_of_memory' : 'load_failed';
    throw new FfnError(
      what,
      `the WebAssembly module of variant ${variant} does not start: ${String(cause)}`,
      { cause },
    );
  });
  guard(raw);
  call(raw, 'set_only_wide_tiles', is_javascript_core());
  return { raw, memory };
}
