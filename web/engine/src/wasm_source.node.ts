/** Where the .wasm files are, for Node: beside this file. */
import { readFile } from 'node:fs/promises';
import { FfnError } from './errors.js';
import type { Variant } from './types.js';
import { read_wasm as fetch_wasm } from './wasm_source.browser.js';

export async function read_wasm(variant: Variant, url?: string | URL): Promise<ArrayBuffer> {
  const from = new URL(url ?? new URL(`./wasm/ffn-lab.${variant}.wasm`, import.meta.url), import.meta.url);
  if (from.protocol !== 'file:') return fetch_wasm(variant, from);
  try {
    const bytes = await readFile(from);
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  } catch (cause) {
    throw new FfnError('load_failed', `${from.href} could not be read`, { cause });
  }
}
