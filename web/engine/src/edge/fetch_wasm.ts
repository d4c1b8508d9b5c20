import { FfnError } from './errors.js';
import { expect_fetch } from './globals.js';
import type { Url, HttpResponse, OwnUint8Array, Signal } from './platform_types.js';

/** A .wasm file: all of its bytes, or a response whose content arrives. */
export type WasmFile = HttpResponse | OwnUint8Array;

/**
 * Fetches a .wasm file, up to the beginning of its content. @throws FfnError `load_failed`,
 * `unsupported`, `out_of_memory`
 */
export async function fetch_wasm(url: string | Url, signal?: Signal): Promise<WasmFile> {
  expect_fetch();
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'same-origin', ...(signal && { signal }) });
  } catch (cause) {
    throw new FfnError('load_failed', `${String(url)} could not be fetched`, { cause });
  }
  if (!response.ok)
    throw new FfnError(
      'load_failed',
      `${String(url)} could not be fetched: HTTP status ${response.status}`,
    );
  return response;
}
