/** From a compiled module to a running one, in the page's thread and in a pool's workers alike. */
import { guard } from './edge.js';
import { FfnError } from './errors.js';
import { make_memory } from './memory.js';
import type { create, RawModule } from './raw_module.js';
import type { Variant } from './types.js';

/** A running WebAssembly module. */
export interface Started {
  readonly raw: RawModule;
  readonly memory: WebAssembly.Memory;
  readonly exports: WebAssembly.Exports;
}

/** The factory that Emscripten's glue of a variant exports. */
export type CreateModule = typeof create;

/** `create_module`: of the same variant; `memory_limit`: in bytes, whole pages. @throws FfnError `out_of_memory` or `load_failed` */
export async function start(
  module: WebAssembly.Module,
  variant: Variant,
  create_module: CreateModule,
  memory_limit: number,
): Promise<Started> {
  const memory = make_memory(memory_limit);
  let exports: WebAssembly.Exports = {};
  // Emscripten waits for `done` only: a failed instantiation has to end the wait from here.
  const raw = await new Promise<RawModule>((resolve, reject) => {
    create_module({
      wasmMemory: memory,
      memory_limit,
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports)
          .then((instance) => {
            exports = instance.exports;
            done(instance);
          })
          .catch(reject);
        return {};
      },
    }).then(resolve, reject);
  }).catch((cause: unknown) => {
    const what = cause instanceof RangeError ? 'out_of_memory' : 'load_failed';
    throw new FfnError(what, `the WebAssembly module of variant ${variant} does not start: ${String(cause)}`, { cause });
  });
  guard(raw);
  return { raw, memory, exports };
}
