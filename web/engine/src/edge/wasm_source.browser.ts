/** Addresses of the .wasm files for browsers and bundlers, as static URLs that every bundler recognizes. */
import { FfnError } from './errors.js';
import type { Variant } from './types.js';

const urls: Record<Variant, URL> = {
  relaxed: new URL('../wasm/ffn-lab.relaxed.wasm', import.meta.url),
  simd: new URL('../wasm/ffn-lab.simd.wasm', import.meta.url),
  scalar: new URL('../wasm/ffn-lab.scalar.wasm', import.meta.url),
};

/** Fetches the .wasm file of a variant, up to the beginning of its content. */
export async function open_wasm(variant: Variant, url: string | URL = urls[variant], signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'same-origin', ...(signal && { signal }) });
  } catch (cause) {
    throw new FfnError('load_failed', `${String(url)} could not be fetched`, { cause });
  }
  if (!response.ok) throw new FfnError('load_failed', `${String(url)} could not be fetched: HTTP status ${response.status}`);
  return response;
}
