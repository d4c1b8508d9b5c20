/** Addresses of the .wasm files of `ffn-lab/core` for browsers and bundlers, as static URLs that every bundler recognizes. */
import { fetch_wasm, type OpenWasm } from './fetch_wasm.js';
import type { Variant } from './types.js';

const urls: Record<Variant, URL> = {
  relaxed: new URL('../wasm/ffn-lab-core.relaxed.wasm', import.meta.url),
  simd: new URL('../wasm/ffn-lab-core.simd.wasm', import.meta.url),
  scalar: new URL('../wasm/ffn-lab-core.scalar.wasm', import.meta.url),
};

export const open_wasm: OpenWasm = (variant, url = urls[variant], signal) => fetch_wasm(url, signal);
