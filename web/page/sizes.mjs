// What a visitor of one page fetches, as a host serves it: `node web/page/sizes.mjs` prints the sizes, a test holds them to their limits.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('dist/', import.meta.url));

/** Of the scripts of one page together, and of each .wasm file, in bytes: Brotli at its best level. */
export const script_limit = 150_000;
export const wasm_limit = 60_000;

function measure(path) {
  const bytes = readFileSync(dist + path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  return { path, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes, quality).length };
}

/** Paths of the scripts of the page in `language`: what it names, its worker, and the start-up code of the best core. */
function scripts_of(language) {
  const html = readFileSync(`${dist}${language}/index.html`, 'utf8');
  const named = [...html.matchAll(/(?:<script[^>]*src|<link rel="modulepreload"[^>]*href)="\.\.\/([^"]+)"/g)].map(([, path]) => path);
  const assets = readdirSync(`${dist}assets`);
  const text = named.map((path) => readFileSync(dist + path, 'utf8')).join('\n');
  const started = assets.filter((name) => /^worker-.*\.js$/.test(name) && text.includes(name));
  const glue = assets.filter((name) => /^ffn-lab\.relaxed-.*\.js$/.test(name));
  if (started.length !== 1 || glue.length !== 1) throw new Error('expected one worker of the page and one start-up code of its core');
  return [...named, ...[...started, ...glue].map((name) => `assets/${name}`)];
}

const sum = (files, size) => files.reduce((total, file) => total + file[size], 0);

/** { path, raw, gzip, brotli } of everything of one language, and the scripts' totals. */
export function measure_page(language) {
  const scripts = scripts_of(language).map(measure);
  const total = { path: `scripts of /${language}/`, raw: sum(scripts, 'raw'), gzip: sum(scripts, 'gzip'), brotli: sum(scripts, 'brotli') };
  return { scripts, total };
}

/** Of every .wasm file. */
export const measure_wasm = () =>
  readdirSync(`${dist}assets`)
    .filter((name) => name.endsWith('.wasm'))
    .map((name) => measure(`assets/${name}`));

/** A line for the terminal. */
export function size_line({ path, raw, gzip, brotli }) {
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10);
  return `${path.padEnd(52)} raw${kilobytes(raw)}   gzip${kilobytes(gzip)}   brotli${kilobytes(brotli)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const language of ['en', 'fr', 'vi']) {
    const { scripts, total } = measure_page(language);
    if (language === 'en') for (const file of scripts) console.log(size_line(file));
    console.log(`${size_line(total)} of ${script_limit / 1000}`);
  }
  for (const file of measure_wasm()) console.log(`${size_line(file)} of ${wasm_limit / 1000}`);
}
