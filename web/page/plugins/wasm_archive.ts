/**
 * Packs the two .wasm files into one module for the single-file edition;
 * src/editions/single_file/load_lab.ts unpacks them.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const variants = ['relaxed', 'simd'];
const slice_size = 8000;

/**
 * Packs the variants, which are nearly equal. gzip finds repetitions within 32 kB only, so the
 * variants are cut into the same number of slices and interleaved; both then take little more space
 * than one.
 */
function pack() {
  const require = createRequire(import.meta.url);
  const originals = variants.map((variant) =>
    readFileSync(require.resolve(`ffn-lab/ffn-lab.${variant}.wasm`)),
  );
  const slices = Math.ceil(Math.max(...originals.map(({ length }) => length)) / slice_size);
  const slice_of = (file: Buffer, slice: number) =>
    file.subarray(
      Math.floor((slice * file.length) / slices),
      Math.floor(((slice + 1) * file.length) / slices),
    );
  const interleaved = Array.from({ length: slices }, (_, slice) =>
    originals.map((file) => slice_of(file, slice)),
  ).flat();
  return {
    lengths: Object.fromEntries(
      variants.map((variant, index) => [variant, originals[index]?.length]),
    ),
    slices,
    data: gzipSync(Buffer.concat(interleaved), { level: 9 }).toString('base64'),
  };
}

export function wasm_archive(): Plugin {
  const id = 'virtual:wasm_archive';
  return {
    name: 'wasm-archive',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(resolved) {
      return resolved === `\0${id}` ? `export default ${JSON.stringify(pack())};` : undefined;
    },
  };
}
