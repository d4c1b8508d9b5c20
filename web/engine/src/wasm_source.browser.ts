/** Addresses of the .wasm files for browsers and bundlers, as static URLs that every bundler recognizes. */
import { FfnError } from './errors.js';
import type { Part, Variant } from './types.js';

const urls: Record<Variant, Record<Part | 'core', URL>> = {
  relaxed: {
    core: new URL('./wasm/ffn-lab.relaxed.wasm', import.meta.url),
    models: new URL('./wasm/ffn-lab.relaxed.models.wasm', import.meta.url),
    experiments: new URL('./wasm/ffn-lab.relaxed.experiments.wasm', import.meta.url),
  },
  simd: {
    core: new URL('./wasm/ffn-lab.simd.wasm', import.meta.url),
    models: new URL('./wasm/ffn-lab.simd.models.wasm', import.meta.url),
    experiments: new URL('./wasm/ffn-lab.simd.experiments.wasm', import.meta.url),
  },
  scalar: {
    core: new URL('./wasm/ffn-lab.scalar.wasm', import.meta.url),
    models: new URL('./wasm/ffn-lab.scalar.models.wasm', import.meta.url),
    experiments: new URL('./wasm/ffn-lab.scalar.experiments.wasm', import.meta.url),
  },
};

/** Fetches one .wasm file. It does not compile while streaming, so it works with any content type that the server sends. */
export async function read_wasm(
  variant: Variant,
  part: Part | 'core',
  url: string | URL = urls[variant][part],
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'same-origin', ...(signal && { signal }) });
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
