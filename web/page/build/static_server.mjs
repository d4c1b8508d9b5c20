// A static file server like the hosts that the page is built for: Brotli or gzip, and caching for a
// year of files with hashed names.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { headers_for } from './headers.mjs';

/** Content types by file extension. */
export const content_types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

const encoders = {
  // Not level 11, which takes seconds: the server also runs during development.
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify(gzip),
};

/**
 * Returns the best encoding that the browser accepts; none for woff2, which is already compressed.
 */
function encoding_for(request, file) {
  if (extname(file) === '.woff2') return undefined;
  const accepted = String(request.headers['accept-encoding'] ?? '');
  return Object.keys(encoders).find((name) =>
    new RegExp(`\\b${name}\\b(?!;q=0(?![.]0*[1-9]))`).test(accepted),
  );
}

/**
 * @returns {(file: string, encoding: string | undefined) => Promise<{ body: Buffer, headers:
 * Record<string, string>, tag: string }>} a reader that caches each version of a file by encoding
 */
function make_reader() {
  const cache = new Map();
  return async (file, encoding) => {
    const { mtimeMs, size } = await stat(file);
    const key = `${file} ${encoding} ${mtimeMs} ${size}`;
    let cached = cache.get(key);
    if (cached === undefined) {
      const bytes = await readFile(file);
      const body = encoding === undefined ? bytes : await encoders[encoding](bytes);
      const page = file.endsWith('.html') ? bytes.toString('utf8') : undefined;
      cached = {
        body,
        headers: headers_for(page),
        tag: `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`,
      };
      cache.set(key, cached);
    }
    return cached;
  };
}

/** Returns the file of a URL, '' for a URL outside of the folder. */
function file_of(folder, url) {
  try {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    const file = normalize(join(folder, path.endsWith('/') ? `${path}index.html` : path));
    return file.startsWith(`${folder}/`) && !file.includes('\0') ? file : '';
  } catch {
    return '';
  }
}

async function respond(request, response, folder, read) {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
  const file = file_of(folder, request.url);
  const found = file === '' ? undefined : await stat(file).catch(() => undefined);
  if (found?.isDirectory())
    return void response.writeHead(301, { location: `./${file.split('/').at(-1)}/` }).end();
  if (!found?.isFile())
    return void response.writeHead(404, { 'content-type': 'text/plain' }).end('not here');
  const encoding = encoding_for(request, file);
  const { body, headers: own, tag } = await read(file, encoding);
  const headers = {
    'content-type': content_types[extname(file)] ?? 'application/octet-stream',
    'cache-control': file.startsWith(join(folder, 'assets/'))
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
    etag: tag,
    vary: 'accept-encoding',
    ...own,
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  };
  if (request.headers['if-none-match'] === tag) return void response.writeHead(304, headers).end();
  response
    .writeHead(200, { ...headers, 'content-length': body.length })
    .end(request.method === 'HEAD' ? undefined : body);
}

/** Returns an HTTP server for `folder` that is not listening yet. */
export function serve_static(folder) {
  const read = make_reader();
  return createServer((request, response) => {
    respond(request, response, folder, read).catch((error) => {
      console.error(`serve: ${request.url}: ${error.message}`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
}
