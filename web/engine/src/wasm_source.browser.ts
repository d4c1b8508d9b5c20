/** Where the .wasm files are, for browsers and bundlers: static URLs that every bundler recognises. */
import { FfnError } from './errors.js';
import type { Variant } from './types.js';

const urls: Record<Variant, URL> = {
  relaxed: new URL('./wasm/ffn-lab.relaxed.wasm', import.meta.url),
  simd: new URL('./wasm/ffn-lab.simd.wasm', import.meta.url),
  scalar: new URL('./wasm/ffn-lab.scalar.wasm', import.meta.url),
};

/** The bytes of the variant. Plain bytes rather than streaming: it works whatever content type the server sends. */
export async function read_wasm(variant: Variant, url: string | URL = urls[variant]): Promise<ArrayBuffer> {
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'same-origin' });
  } catch (cause) {
    throw new FfnError('load_failed', `${String(url)} could not be fetched`, { cause });
  }
  if (!response.ok) throw new FfnError('load_failed', `${String(url)} could not be fetched: HTTP status ${response.status}`);
  try {
    return await response.arrayBuffer();
  } catch (cause) {
    throw new FfnError('load_failed', `${String(url)} could not be read to its end`, { cause });
  }
}
