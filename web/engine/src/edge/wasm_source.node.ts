import { readFile } from 'node:fs/promises';
import { FfnError } from './errors.js';
import { fetch_wasm } from './fetch_wasm.js';

/** Opens a .wasm file in Node, which cannot fetch files. @throws FfnError `load_failed` */
export async function open_wasm(address: string | URL, signal?: AbortSignal): Promise<Response> {
  const url = new URL(address, import.meta.url);
  if (url.protocol !== 'file:') return fetch_wasm(url, signal);
  try {
    return new Response(await readFile(url));
  } catch (cause) {
    throw new FfnError('load_failed', `${url.href} could not be read`, { cause });
  }
}
