// Transfer sizes of the built page: `node web/page/build/sizes.mjs` prints them, a test checks them
// against the limits.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));

/**
 * Limits for all scripts of one page together and for each .wasm file, in bytes after Brotli at
 * level 11. The limit for .wasm protects the time to the first number on a slow network: 10 kB are a
 * twentieth of a second at 1.6 Mbit/s. It was raised from 175 kB for the readers of model files,
 * which need tables of names and of formats.
 */
export const script_limit = 90_000;
export const wasm_limit = 185_000;

function measure(path) {
  const bytes = readFileSync(dist + path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  return {
    path,
    raw: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes, quality).length,
  };
}

/** Limit for each step with its messages and styles, in bytes after Brotli at level 11. */
export const step_limit = 40_000;

const text_of = (path) => readFileSync(dist + path, 'utf8');

/** Returns `paths` and their static imports, transitively. */
function with_imports(paths) {
  const found = new Set(paths);
  for (const path of found)
    for (const [, file] of text_of(path).matchAll(/\b(?:import|from)\s*"\.\/([^"]+\.js)"/g))
      found.add(`assets/${file}`);
  return [...found];
}

const assets = (pattern) =>
  readdirSync(`${dist}assets`)
    .filter((name) => pattern.test(name))
    .map((name) => `assets/${name}`);

function find_single(pattern) {
  const [path, ...more] = assets(pattern);
  if (path === undefined || more.length > 0) throw new Error(`expected one file like ${pattern}`);
  return path;
}

/** Returns the scripts of a page: those in its HTML, the chunk `main`, and its worker. */
function scripts_of(language) {
  const in_html = [
    ...text_of(`${language}/index.html`).matchAll(
      /(?:<script[^>]*src|<link rel="modulepreload"[^>]*href)="\.\.\/([^"]+)"/g,
    ),
  ];
  // The HTML preloads the page's script, and the worker's, which belong to another realm.
  const of_page = in_html.map(([, path]) => path).filter((path) => !/\/worker[-_]/.test(path));
  const first = with_imports([...of_page, find_single(/^main-.*\.js$/)]);
  const text = first.map(text_of).join('\n');
  const workers = assets(/^worker-.*\.js$/).filter((path) =>
    text.includes(path.replace('assets/', '')),
  );
  if (workers.length !== 1) throw new Error('expected one worker of the page');
  return [...first, ...with_imports(workers)];
}

const sum = (files, size) => files.reduce((total, file) => total + file[size], 0);

/** Returns the sizes { path, raw, gzip, brotli } of the scripts of one page, and their total. */
export function measure_page(language) {
  const scripts = scripts_of(language).map(measure);
  const total = {
    path: `scripts of /${language}/`,
    raw: sum(scripts, 'raw'),
    gzip: sum(scripts, 'gzip'),
    brotli: sum(scripts, 'brotli'),
  };
  return { scripts, total };
}

function largest(pattern) {
  const files = assets(pattern);
  if (files.length === 0) throw new Error(`expected a file like ${pattern}`);
  return Math.max(...files.map((file) => measure(file).brotli));
}

/**
 * Returns the size of each step: the scripts that only it imports, its largest catalogue, the
 * largest style sheet; and of the scripts that several steps share, which are loaded once.
 */
export function measure_steps() {
  const first = new Set(scripts_of('en'));
  const styles = largest(/^step-.*\.css$/);
  const imported = assets(/^step\.\w+-.*\.js$/).map((path) => [
    path,
    with_imports([path]).filter((file) => !first.has(file)),
  ]);
  const uses = (file) => imported.filter(([, files]) => files.includes(file)).length;
  const totals = (path, files, more) => {
    const sizes = files.map(measure);
    return {
      path,
      raw: sum(sizes, 'raw'),
      gzip: sum(sizes, 'gzip'),
      brotli: sum(sizes, 'brotli') + more,
    };
  };
  const steps = imported.map(([path, files]) => {
    const name = /step\.(\w+?)-/.exec(path)[1];
    const own = files.filter((file) => uses(file) === 1);
    return totals(`step ${name}`, own, largest(new RegExp(`^messages\\.${name}\\.`)) + styles);
  });
  const shared = new Set(imported.flatMap(([, files]) => files).filter((file) => uses(file) > 1));
  return [...steps, totals('shared by steps', [...shared], 0)];
}

/** Returns the sizes of all .wasm files. */
export const measure_wasm = () =>
  readdirSync(`${dist}assets`)
    .filter((name) => name.endsWith('.wasm'))
    .map((name) => measure(`assets/${name}`));

/** Formats sizes as a line for the terminal. */
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
  for (const step of measure_steps()) console.log(`${size_line(step)} of ${step_limit / 1000}`);
  for (const file of measure_wasm()) console.log(`${size_line(file)} of ${wasm_limit / 1000}`);
}
