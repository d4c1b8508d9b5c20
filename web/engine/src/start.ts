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

// Static specifiers, so that bundlers see them; only the chosen one is ever loaded.
const glue: Record<Variant, () => Promise<{ default: typeof create }>> = {
  relaxed: () => import('./wasm/ffn-lab.relaxed.js'),
  simd: () => import('./wasm/ffn-lab.simd.js'),
  scalar: () => import('./wasm/ffn-lab.scalar.js'),
};

/** @throws FfnError `out_of_memory` or `load_failed` */
export async function start(module: WebAssembly.Module, variant: Variant): Promise<Started> {
  const { default: create_module } = await glue[variant]();
  let memory: WebAssembly.Memory | undefined;
  let exports: WebAssembly.Exports = {};
  // Emscripten waits for `done` only: a failed instantiation has to end the wait from here.
  const raw = await new Promise<Awaited<ReturnType<typeof create>>>((resolve, reject) => {
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
