/** Instantiates a compiled module, in the main thread and in the workers of a pool. */
import { guard } from './guard.js';
import { FfnError } from './errors.js';
import { make_memory } from './memory.js';
import type { create, RawModule } from './raw_module.js';
import type { Variant } from './types.js';

/** A running WebAssembly module. */
export interface Started {
  readonly raw: RawModule;
  readonly memory: WebAssembly.Memory;
}

/** The factory that Emscripten's glue code of a variant exports. */
export type CreateModule = typeof create;

/** JavaScript that belongs to a module: Emscripten's factory, and the exports that src/bindings/stamp_module.mjs adds. */
export interface Glue {
  readonly default: CreateModule;
  readonly build: string;
  readonly sha256: string;
}

/** The files of a variant. */
export interface ModuleFiles {
  readonly glue: () => Promise<Glue>;
  readonly wasm: URL;
}

/**
 * Instantiates a module. `create_module` must belong to the variant; `memory_limit` is in bytes, a multiple of the page size.
 * @throws FfnError `out_of_memory` or `load_failed`
 */
export async function start(
  module: WebAssembly.Module,
  variant: Variant,
  create_module: CreateModule,
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
    throw new FfnError(what, `the WebAssembly module of variant ${variant} does not start: ${String(cause)}`, { cause });
  });
  guard(raw);
  return { raw, memory };
}
