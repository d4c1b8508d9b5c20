/**
 * Measures the load cost of each engine: bytes transferred, and time to the first result in a
 * browser with a fresh profile.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { spread_of } from '../../.build/bench/shared.mjs';
import { browsers } from './browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, '.build/bench/sizes');

/** Writers of model files are excluded: users of these engines already have a model file. */
const tooling = /\/feed_forward_(onnx|tflite)-[^/]*\.js$/;

async function compressed_sizes(bytes) {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(bytes, { level: 9 }),
    promisify(brotliCompress)(bytes, quality),
  ]);
  return { bytes: bytes.length, gzip_bytes: zipped.length, brotli_bytes: brotli.length };
}

/**
 * Returns the compressed sizes of a file, cached by content hash, because compressing 14 MB takes
 * half a minute.
 */
async function sizes_of(file) {
  const bytes = readFileSync(file);
  const known = join(cache, createHash('sha256').update(bytes).digest('hex') + '.json');
  if (existsSync(known)) return JSON.parse(readFileSync(known, 'utf8'));
  const sizes = await compressed_sizes(bytes);
  mkdirSync(cache, { recursive: true });
  writeFileSync(known, JSON.stringify(sizes));
  return sizes;
}

/** Starts the page once; returns the milliseconds to the first result and the fetched files. */
function one_start({ server, place }, engine) {
  server.fetched();
  const address = `${server.address}first_result.html?engine=${engine}`;
  return browsers[place](address, async (evaluate) => {
    const milliseconds = await evaluate(() => globalThis.first_result);
    return { milliseconds, files: server.fetched().filter((file) => !tooling.test(file)) };
  });
}

/** @returns {Promise<import('./report.ts').LoadCost>} */
export async function load_cost(site, engine, starts) {
  try {
    const times = [];
    let files = [];
    for (let start = 0; start < starts; start++) {
      const { milliseconds, ...fetched } = await one_start(site, engine);
      times.push(milliseconds);
      files = fetched.files;
    }
    const sizes = [];
    for (const file of files) sizes.push({ path: relative(root, file), ...(await sizes_of(file)) });
    const total = (kind) => sizes.reduce((sum, size) => sum + size[kind], 0);
    return {
      engine,
      files: sizes.map(({ path, bytes }) => ({ path, bytes })),
      ...Object.fromEntries(
        ['bytes', 'gzip_bytes', 'brotli_bytes'].map((kind) => [kind, total(kind)]),
      ),
      milliseconds: spread_of(times),
    };
  } catch (error) {
    return { engine, not_run: String(error.message ?? error).split('\n')[0] };
  }
}
