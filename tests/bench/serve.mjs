/** The HTTP server of the race. It runs in the process of race.mjs and ends with it. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Served folders by the first segment of the path; all other paths are files of the page. */
const folders = {
  peers: here('../peers/node_modules'),
  tensorflow: here('../peers/tensorflow/node_modules'),
  eigen: here('../../.build/wasm-bench'),
};
const page = here('../../.build/bench/page');

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/**
 * Enables cross-origin isolation, which threads require, and disables caching, so that every page
 * load is a first visit.
 */
const headers = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** @returns {string | undefined} the file of a URL, or undefined if there is none */
function file_of(address) {
  const path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
  const [, first, rest] = /^\/([^/]*)\/(.*)$/.exec(path) ?? [];
  const root = folders[first] ?? page;
  const file = normalize(join(root, folders[first] === undefined ? path : rest));
  return file.startsWith(root) && existsSync(file) && statSync(file).isFile() ? file : undefined;
}

/**
 * @returns {Promise<{ address: string, fetched: () => string[], stop: () => void }>}
 * `fetched` returns the files requested since its last call
 */
export async function serve() {
  let files = new Set();
  const server = createServer((request, response) => {
    const file = file_of(request.url);
    if (file === undefined) return void response.writeHead(404, headers).end('not found');
    files.add(file);
    response.writeHead(200, {
      ...headers,
      'content-type': types[extname(file)] ?? 'application/octet-stream',
    });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const take = () => {
    const taken = [...files];
    files = new Set();
    return taken;
  };
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, fetched: take, stop };
}
