// Sizes of the files that a user downloads: `node web/engine/sizes.mjs` prints them, --write writes
// them into README.md. A test checks the sizes against the limit and README.md against the sizes.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = fileURLToPath(new URL('dist/wasm/', import.meta.url));
const variants = ['relaxed', 'simd'];
const names = [...variants.map((variant) => `ffn-lab.${variant}.wasm`), 'ffn-lab.js'];

/** The largest size of a file in bytes, as a static host serves it: Brotli at its best level. */
export const size_limit = 185_000;

/** Returns { name, raw, gzip, brotli } of the modules and of the code that starts them, in bytes. */
export function measure_all() {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  return names.map((name) => {
    const bytes = readFileSync(folder + name);
    return {
      name,
      raw: bytes.length,
      gzip: gzipSync(bytes, { level: 9 }).length,
      brotli: brotliCompressSync(bytes, quality).length,
    };
  });
}

/** Returns the table for README.md: a row for each downloaded file, Brotli (gzip). */
export function size_table(measured = measure_all()) {
  const labels = [...variants.map((variant) => `module \`${variant}\``), 'code that starts either'];
  const kilobytes = (bytes) => Math.round(bytes / 1000);
  const rows = measured.map(
    ({ brotli, gzip }, index) =>
      `| ${labels[index]} | ${kilobytes(brotli)} kB | ${kilobytes(gzip)} kB |`,
  );
  return ['| | Brotli | gzip |', '| --- | ---: | ---: |', ...rows].join('\n');
}

const size_section = /(?<=<!-- sizes -->\n)[^]*?(?=<!-- end -->)/;

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === '--write') {
  const readme = new URL('README.md', import.meta.url);
  const text = readFileSync(readme, 'utf8');
  if (!size_section.test(text))
    throw new Error('README.md does not contain the markers <!-- sizes --> and <!-- end -->');
  writeFileSync(readme, text.replace(size_section, `\n${size_table()}\n\n`));
} else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10);
  for (const { name, raw, gzip, brotli } of measure_all()) {
    console.log(
      `${name.padEnd(34)} raw${kilobytes(raw)}   gzip${kilobytes(gzip)}   brotli${kilobytes(brotli)}`,
    );
  }
}
