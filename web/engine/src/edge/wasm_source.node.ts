import { readFile } from 'node:fs/promises';
import { FfnError } from './errors.js';
import { describe, wrong_value } from './describe.js';
import { fetch_wasm, type WasmFile } from './fetch_wasm.js';
import type { Url, Signal } from './platform_types.js';

function absolute(address: string | Url): URL {
  try {
    return new URL(address);
  } catch {
    throw wrong_value(
      'wasm_url',
      describe(address),
      'an absolute address, such as pathToFileURL(path) of node:url',
    );
  }
}

/**
 * Opens a .wasm file in Node, which cannot fetch files. Its bytes do not become a Response: the
 * first one makes Node start a WebAssembly module of its own, and where address space is limited
 * (`ulimit -v`) that ends the process.
 * @throws FfnError `load_failed`, `invalid_argument` for an address that is none
 */
export async function open_wasm(address: string | Url, signal?: Signal): Promise<WasmFile> {
  const url = absolute(address);
  if (url.protocol !== 'file:') return fetch_wasm(url, signal);
  try {
    return await readFile(url);
  } catch (cause) {
    throw new FfnError('load_failed', `${url.href} could not be read`, { cause });
  }
}
