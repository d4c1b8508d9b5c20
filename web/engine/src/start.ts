/** From a compiled module to a running one, in the page's thread and in a pool's workers alike. */
import { FfnError } from './errors.js';
import type { create, RawModule } from './raw_module.js';
import type { Variant } from './types.js';

/** A running WebAssembly module. */
export interface Started {
  readonly raw: RawModule;
  readonly memory: WebAssembly.Memory | undefined;
  readonly exports: WebAssembly.Exports;
}

/** The factory that Emscripten's glue of a variant exports. */
export type CreateModule = typeof create;

/** `create_module`: of the same variant. @throws FfnError `out_of_memory` or `load_failed` */
export async function start(module: WebAssembly.Module, variant: Variant, create_module: CreateModule): Promise<Started> {
  let memory: WebAssembly.Memory | undefined;
  let exports: WebAssembly.Exports = {};
  // Emscripten waits for `done` only: a failed instantiation has to end the wait from here.
  const raw = await new Promise<RawModule>((resolve, reject) => {
    create_module({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports)
          .then((instance) => {
            exports = instance.exports;
            memory = Object.values(exports).find((item) => item instanceof WebAssembly.Memory);
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
  return { raw, memory, exports };
}
