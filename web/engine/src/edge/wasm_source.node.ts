/** Paths of the .wasm files for Node, relative to this file. */
import { readFile } from 'node:fs/promises';
import { FfnError } from './errors.js';
import type { Variant } from './types.js';
import { open_wasm as fetch_wasm } from './wasm_source.browser.js';

export async function open_wasm(variant: Variant, url?: string | URL, signal?: AbortSignal): Promise<Response> {
  const from = new URL(url ?? `../wasm/ffn-lab.${variant}.wasm`, import.meta.url);
  if (from.protocol !== 'file:') return fetch_wasm(variant, from, signal);
  try {
    return new Response(await readFile(from));
  } catch (cause) {
    throw new FfnError('load_failed', `${from.href} could not be read`, { cause });
  }
}
