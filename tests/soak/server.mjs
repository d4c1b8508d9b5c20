// Serves the built page as a static host does, but adds code to its workers that counts their
// WebAssembly memory.
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { serve_static } from '../../web/page/build/static_server.mjs';

const folder = fileURLToPath(new URL('../../web/page/dist', import.meta.url));

/**
 * Code that runs before a worker's own. Defines soak_memory(), which returns the bytes of all
 * WebAssembly memories.
 */
const counting = `
const soak_memories = new Set();
globalThis.soak_memory = () => {
  let sum = 0;
  for (const memory of soak_memories) sum += memory.deref()?.buffer.byteLength ?? 0;
  return sum;
};
for (const name of ['instantiate', 'instantiateStreaming']) {
  const start = WebAssembly[name];
  WebAssembly[name] = async (...parts) => {
    const started = await start.apply(WebAssembly, parts);
    const { exports } = started.instance ?? started;
    for (const one of Object.values(exports)) if (one instanceof WebAssembly.Memory) soak_memories.add(new WeakRef(one));
    return started;
  };
}
`;

export function make_server() {
  const workers = new Set(
    readdirSync(`${folder}/assets`)
      .filter((name) => /^worker-.*\.js$/.test(name))
      .map((name) => `/assets/${name}`),
  );
  const files = serve_static(folder);
  return createServer((request, response) => {
    if (!workers.has(request.url)) return void files.emit('request', request, response);
    response.writeHead(200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    });
    response.end(counting + readFileSync(folder + request.url, 'utf8'));
  });
}
