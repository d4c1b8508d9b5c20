/** Loads the core from an archive in the worker's script, packed by plugins/wasm_archive.ts. */
import { load, type Lab, type LoadOptions, type Variant } from 'ffn-lab';
import archive from 'virtual:wasm_archive';
import { unpack } from './unpack.ts';

const best_first = ['relaxed', 'simd'] as const satisfies Variant[];

/**
 * Unpacks the module of every variant. Their slices are interleaved, so that gzip finds the code
 * that the variants share.
 */
async function unpack_modules(): Promise<Record<Variant, Uint8Array<ArrayBuffer>>> {
  const { lengths, slices, data } = archive;
  const bytes = await unpack(data);
  const files = best_first.map((variant) => [variant, new Uint8Array(lengths[variant])] as const);
  let from = 0;
  for (let slice = 0; slice < slices; slice++) {
    for (const [, whole] of files) {
      const start = Math.floor((slice * whole.length) / slices);
      const size = Math.floor(((slice + 1) * whole.length) / slices) - start;
      whole.set(bytes.subarray(from, from + size), start);
      from += size;
    }
  }
  return Object.fromEntries(files) as Record<Variant, Uint8Array<ArrayBuffer>>;
}

let unpacked: ReturnType<typeof unpack_modules> | undefined;

/** Loads the requested variant, or the best that the browser supports. */
export async function load_lab({ variant: requested, ...others }: LoadOptions = {}): Promise<Lab> {
  const files = await (unpacked ??= unpack_modules());
  const variant =
    requested ?? best_first.find((name) => WebAssembly.validate(files[name])) ?? 'simd';
  // An unsupported variant: `load` throws an error with the reason.
  if (!WebAssembly.validate(files[variant])) return load({ variant });
  return load({ ...others, variant, wasm_module: await WebAssembly.compile(files[variant]) });
}
