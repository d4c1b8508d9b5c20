/** Contexts in which a page may load the package without a bundler, and servers with other headers. */
import { edit, make_consumer, make_plain_page } from './consumer.js';
import { serve_folder } from './folder_server.js';
import type { Served } from './processes.js';

export interface Context {
  readonly serve: () => Promise<Served>;
  /** Whether the context can start workers. */
  readonly pools: boolean;
  readonly firefox: boolean;
}

/** A page of the consumer `contexts`. */
async function serve_page(name: string): Promise<Served> {
  const server = await serve_folder(make_consumer('page', 'contexts'));
  return { ...server, address: `${server.address}${name}.html` };
}

/** The page of the consumer `service_worker` with a service worker that is a module. */
function serve_module_service_worker(): Promise<Served> {
  const folder = make_consumer('page', 'contexts', 'service_worker');
  const module = "'./module_service_worker.js', { type: 'module' }";
  edit(folder, 'index.html', "'./service_worker.js'", module);
  return serve_folder(folder);
}

const isolated = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
};

const served_as = (type: string) => () =>
  serve_folder(make_plain_page(), {}, '/', { '.wasm': type });

export const contexts: Readonly<Record<string, Context>> = {
  'a srcdoc frame': { serve: () => serve_page('srcdoc'), pools: true, firefox: true },
  // Firefox under remote control sometimes blocks in `new Worker` in a worker (browser.test.ts).
  'a worker from a Blob': { serve: () => serve_page('blob_worker'), pools: true, firefox: false },
  // The Firefox of the tests has no service workers that are modules.
  'a service worker that is a module': {
    serve: serve_module_service_worker,
    pools: false,
    firefox: false,
  },
  'a page with COEP and COOP': {
    serve: () => serve_folder(make_plain_page(), isolated),
    pools: true,
    firefox: false,
  },
  '.wasm files served as application/octet-stream': {
    serve: served_as('application/octet-stream'),
    pools: true,
    firefox: false,
  },
  '.wasm files served as text/html': {
    serve: served_as('text/html'),
    pools: true,
    firefox: false,
  },
};
