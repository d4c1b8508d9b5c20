/** Paths of the .wasm files for Node, relative to this file. */
import { readFile } from 'node:fs/promises';
import { FfnError } from './errors.js';
import { fetch_wasm, type OpenWasm } from './fetch_wasm.js';

/** Returns a function that opens `wasm/STEM.VARIANT.wasm` or a given address. */
export function wasm_source(stem: 'ffn-lab' | 'ffn-lab-core'): OpenWasm {
  return async (variant, url, signal) => {
    const from = new URL(url ?? `../wasm/${stem}.${variant}.wasm`, import.meta.url);
    if (from.protocol !== 'file:') return fetch_wasm(from, signal);
    try {
      return new Response(await readFile(from));
    } catch (cause) {
      throw new FfnError('load_failed', `${from.href} could not be read`, { cause });
    }
  };
}
