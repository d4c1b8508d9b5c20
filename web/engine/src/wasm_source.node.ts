/** Paths of the .wasm files for Node, relative to this file. */
import { readFile } from 'node:fs/promises';
import { FfnError } from './errors.js';
import type { Part, Variant } from './types.js';
import { read_wasm as fetch_wasm } from './wasm_source.browser.js';

export async function read_wasm(variant: Variant, part: Part | 'core', url?: string | URL, signal?: AbortSignal): Promise<ArrayBuffer> {
  const name = part === 'core' ? `ffn-lab.${variant}.wasm` : `ffn-lab.${variant}.${part}.wasm`;
  const from = new URL(url ?? new URL(`./wasm/${name}`, import.meta.url), import.meta.url);
  if (from.protocol !== 'file:') return fetch_wasm(variant, part, from, signal);
  try {
    const bytes = await readFile(from);
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  } catch (cause) {
    throw new FfnError('load_failed', `${from.href} could not be read`, { cause });
  }
}
