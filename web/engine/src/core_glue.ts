/** The modules of `ffn-lab/core`: Emscripten's JavaScript and the addresses of the .wasm files. */
import type { ModuleFiles, Variant } from './edge/index.js';

// Static specifiers and URLs, so that bundlers recognize them. Only the chosen variant's files are
// loaded.
export const modules: Readonly<Record<Variant, ModuleFiles>> = {
  relaxed: {
    glue: () => import('./wasm/ffn-lab-core.relaxed.js'),
    wasm: new URL('./wasm/ffn-lab-core.relaxed.wasm', import.meta.url),
  },
  simd: {
    glue: () => import('./wasm/ffn-lab-core.simd.js'),
    wasm: new URL('./wasm/ffn-lab-core.simd.wasm', import.meta.url),
  },
  scalar: {
    glue: () => import('./wasm/ffn-lab-core.scalar.js'),
    wasm: new URL('./wasm/ffn-lab-core.scalar.wasm', import.meta.url),
  },
};
