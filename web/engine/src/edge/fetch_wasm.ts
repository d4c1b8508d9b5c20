/** Fetches .wasm files. */
import { FfnError } from './errors.js';
import type { Variant } from './types.js';

/** Opens the .wasm file of a variant, at `url` or among the package's own files. */
export type OpenWasm = (variant: Variant, url?: string | URL, signal?: AbortSignal) => Promise<Response>;

/** Fetches a .wasm file, up to the beginning of its content. @throws FfnError `load_failed` */
export async function fetch_wasm(url: string | URL, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'same-origin', ...(signal && { signal }) });
  } catch (cause) {
    throw new FfnError('load_failed', `${String(url)} could not be fetched`, { cause });
  }
  if (!response.ok) throw new FfnError('load_failed', `${String(url)} could not be fetched: HTTP status ${response.status}`);
  return response;
}
