/** The nine .wasm files as one module, for the edition that is a single file. src/editions/single_file/load_lab.ts unpacks them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const variants = ['relaxed', 'simd', 'scalar'];
const files = { core: '', models: '.models', experiments: '.experiments' };
const slice_size = 8000;

/**
 * The variants of a file are nearly the same code, but gzip looks back 32 kB only. Cut into equally many slices that lie in
 * turn, equal code is near itself, and three variants take little more than one.
 */
function pack(ending: string) {
  const require = createRequire(import.meta.url);
  const wholes = variants.map((variant) => readFileSync(require.resolve(`ffn-lab/ffn-lab.${variant}${ending}.wasm`)));
  const slices = Math.ceil(Math.max(...wholes.map(({ length }) => length)) / slice_size);
  const slice_of = (whole: Buffer, slice: number) =>
    whole.subarray(Math.floor((slice * whole.length) / slices), Math.floor(((slice + 1) * whole.length) / slices));
  const interleaved = Array.from({ length: slices }, (_, slice) => wholes.map((whole) => slice_of(whole, slice))).flat();
  return {
    lengths: Object.fromEntries(variants.map((variant, index) => [variant, wholes[index]?.length])),
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
      if (resolved !== `\0${id}`) return undefined;
      const archive = Object.fromEntries(Object.entries(files).map(([name, ending]) => [name, pack(ending)]));
      return `export default ${JSON.stringify(archive)};`;
    },
  };
}
