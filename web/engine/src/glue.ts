/** The modules of the package: Emscripten's JavaScript and the addresses of the .wasm files. */
import type { ModuleFiles, Variant } from './edge/index.js';

// Static specifiers and URLs, so that bundlers recognize them. Only the chosen variant's files are
// loaded.
export const modules: Readonly<Record<Variant, ModuleFiles>> = {
  relaxed: {
    glue: () => import('./wasm/ffn-lab.relaxed.js'),
    wasm: new URL('./wasm/ffn-lab.relaxed.wasm', import.meta.url),
  },
  simd: {
    glue: () => import('./wasm/ffn-lab.simd.js'),
    wasm: new URL('./wasm/ffn-lab.simd.wasm', import.meta.url),
  },
};
