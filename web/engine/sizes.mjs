// Sizes of what a user downloads: `node web/engine/sizes.mjs` prints them, a test holds them to their limit.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = fileURLToPath(new URL('dist/wasm/', import.meta.url));

/** Of one file, in bytes, as a static host serves it: Brotli at its best level. */
export const brotli_limit = 60_000;

/** { name, raw, gzip, brotli } of every file of every variant, in bytes. */
export function measure_all() {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  return readdirSync(folder)
    .filter((name) => /\.(wasm|js)$/.test(name))
    .map((name) => {
      const bytes = readFileSync(folder + name);
      return { name, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes, quality).length };
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10);
  for (const { name, raw, gzip, brotli } of measure_all()) {
    console.log(`${name.padEnd(34)} raw${kilobytes(raw)}   gzip${kilobytes(gzip)}   brotli${kilobytes(brotli)}`);
  }
}
