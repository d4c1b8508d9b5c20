/** Emscripten's JavaScript for the modules of `ffn-lab/core`. */
import type { Glue } from './edge/start.js';
import type { Variant } from './edge/types.js';

// Static specifiers, so that bundlers recognize them. Only the chosen variant's file is loaded.
export const glue: Readonly<Record<Variant, () => Promise<Glue>>> = {
  relaxed: () => import('./wasm/ffn-lab-core.relaxed.js'),
  simd: () => import('./wasm/ffn-lab-core.simd.js'),
  scalar: () => import('./wasm/ffn-lab-core.scalar.js'),
};
