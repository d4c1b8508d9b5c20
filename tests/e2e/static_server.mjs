// A static server for the tests: web/page/dist at / and below /some/sub/path/, and with one
// injected failure below /failure/<name>/<id>/. Ends with the process that started it.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { content_types } from '../../web/page/build/static_server.mjs';
import { headers_for, read_policies } from '../../web/page/build/headers.mjs';
import { worker_failures } from './worker_failures.mjs';

const root = fileURLToPath(new URL('../../web/page/dist', import.meta.url));

const seen = new Set();
const is_wasm = (path) => path.endsWith('.wasm');
const is_worker = (path) => /\/worker-[^/]*\.js$/.test(path);

/** Returns how a request fails, by the name of the failure; undefined: it succeeds. */
const failures = {
  wasm_404: (path) => (is_wasm(path) ? { status: 404 } : undefined),
  // Only the first request of each id fails, so that a retry succeeds.
  wasm_404_once: (path, id) => {
    if (!is_wasm(path) || seen.has(id)) return undefined;
    seen.add(id);
    return { status: 404 };
  },
  wasm_html: (path) =>
    is_wasm(path)
      ? { status: 200, type: 'text/html', body: '<!doctype html><title>Not here</title>' }
      : undefined,
  wasm_cut: (path) => (is_wasm(path) ? { status: 200, half: true } : undefined),
  wasm_octets: (path) =>
    is_wasm(path) ? { status: 200, type: 'application/octet-stream' } : undefined,
  wasm_stall: (path) => (is_wasm(path) ? { stall: true } : undefined),
  worker_404: (path) => (is_worker(path) ? { status: 404 } : undefined),
  worker_silent: (path) =>
    is_worker(path)
      ? {
          status: 200,
          type: 'text/javascript',
          body: 'postMessage({kind:"loaded",info:{variant:"simd",version:"0",heap_bytes:0,refused:[]}})',
        }
      : undefined,
};

const only_self = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'";
/**
 * Headers of all responses, by the name of the failure: the recommended ones
 * (web/page/build/headers.mjs), or a policy that is too strict.
 */
const header_sets = {
  policy_headers: (path) => {
    const { folder, single } = read_policies();
    return {
      ...headers_for(undefined),
      'Content-Security-Policy': single[path.split('/').at(-1)] ?? folder,
    };
  },
  policy_without_wasm: () => ({ 'Content-Security-Policy': only_self }),
};

function send_file(
  response,
  path,
  { status = 200, type, half = false, before = '', headers = {} } = {},
) {
  const file = path.endsWith('/') ? join(root, path, 'index.html') : join(root, path);
  if (!normalize(file).startsWith(root) || !existsSync(file) || !statSync(file).isFile())
    return void response.writeHead(404).end('not here');
  response.writeHead(status, {
    ...headers,
    'content-type': type ?? content_types[extname(file)] ?? 'application/octet-stream',
  });
  response.write(before);
  createReadStream(file, half ? { end: Math.floor(statSync(file).size / 2) } : {}).pipe(response);
}

const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
  const [, failure, id, rest] = /^\/failure\/(\w+)\/([\w-]+)(\/.*)$/.exec(path) ?? [];
  const before = is_worker(path) ? worker_failures[failure] : undefined;
  const headers = header_sets[failure]?.(path);
  const answer =
    before !== undefined
      ? { before }
      : headers !== undefined
        ? { headers }
        : failures[failure]?.(path, id);
  if (answer?.stall) return;
  if (answer?.status === 404) return void response.writeHead(404).end('not here');
  if (answer?.body !== undefined)
    return void response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
  send_file(response, rest ?? path.replace(/^\/some\/sub\/path(?=\/)/, ''), answer);
});

server.listen(Number(process.argv[2]), '127.0.0.1');
const parent = process.ppid;
setInterval(() => process.ppid !== parent && process.exit(0), 1000).unref();
process.once('SIGTERM', () => process.exit(0));
