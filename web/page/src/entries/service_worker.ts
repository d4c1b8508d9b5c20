/**
 * Caches the page for offline use. A build is stored completely, each file checked against its
 * hash, or not at all; pages are served from the newest complete build. Asset names contain hashes,
 * so that an open page of the previous build still finds its assets. Requests for URLs that are not
 * in the list go to the network.
 */
/**
 * A file of the built page: its path in the folder ('' and `en/` are pages) and its hash as the
 * `integrity` option of `fetch`.
 */
export interface StoredFile {
  readonly path: string;
  readonly integrity: string;
}

export interface Precache {
  /** Hash of the whole list. */
  readonly version: string;
  readonly common: readonly StoredFile[];
  /** The .wasm files of the variants of the core, best first. */
  readonly modules: readonly StoredFile[];
}

/** Inserted by the build (build/service_worker.mjs). */
declare const precache: Precache;
const { version, common, modules } = precache;

interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

/**
 * The members of ServiceWorkerGlobalScope used here; TypeScript's DOM library does not declare it.
 */
interface ServiceWorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

const worker = self as unknown as ServiceWorkerScope;
const { scope } = worker.registration;
/**
 * Contains the scope: caches are shared by the origin, which may serve several copies of the page.
 */
const prefix = `ffn-lab ${scope} `;
const current_cache = prefix + version;
const page_paths = new Set(common.map(({ path }) => path));

async function fetch_exact({ path, integrity }: StoredFile): Promise<Response> {
  // Asset names contain hashes, so the HTTP cache cannot be stale for them; other files are
  // revalidated.
  const cache = path.startsWith('assets/') ? 'default' : 'no-cache';
  // The page loads its own files first.
  const response = await fetch(scope + path, { integrity, cache, priority: 'low' });
  if (!response.ok) throw new Error(`${path}: HTTP status ${response.status}`);
  return response;
}

/** Number of files that are fetched at a time: all at once would leave little to the page. */
const lanes = 4;

async function store(cache: Cache, files: readonly StoredFile[]): Promise<void> {
  const waiting = files.values();
  const fetch_in_order = async () => {
    for (const file of waiting) await cache.put(scope + file.path, await fetch_exact(file));
  };
  await Promise.all(Array.from({ length: lanes }, fetch_in_order));
}

/**
 * Stores the best variant of the core that this browser supports: the one that the page's worker
 * will load.
 */
async function store_core(cache: Cache): Promise<void> {
  for (const module of modules) {
    const response = await fetch_exact(module);
    if (!WebAssembly.validate(await response.clone().arrayBuffer())) continue;
    return cache.put(scope + module.path, response);
  }
}

/** URL of an entry that is stored last: it marks the build as complete. */
const complete_marker = `${scope}?whole`;

async function install(): Promise<void> {
  const cache = await caches.open(current_cache);
  // The script changed but its files did not: the cache is complete, and pages may be using it.
  if (await cache.match(complete_marker)) return worker.skipWaiting();
  try {
    await Promise.all([store(cache, common), store_core(cache)]);
    await cache.put(complete_marker, new Response());
  } catch (error) {
    await caches.delete(current_cache);
    throw error;
  }
  await worker.skipWaiting();
}

/** Deletes all older builds but the previous one, whose pages may still be open. */
async function clean_up(): Promise<void> {
  const older = (await caches.keys()).filter(
    (name) => name.startsWith(prefix) && name !== current_cache,
  );
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function respond(request: Request, path: string): Promise<Response> {
  const cache = path.startsWith('assets/') ? caches : await caches.open(current_cache);
  return (await cache.match(scope + path, { ignoreVary: true })) ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(clean_up()));
worker.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const address = url.replace(/[?#].*$/s, '');
  if (method !== 'GET' || !address.startsWith(scope)) return;
  const path = address.slice(scope.length).replace(/(^|\/)index\.html$/, '$1');
  if (page_paths.has(path) || path.startsWith('assets/'))
    event.respondWith(respond(event.request, path));
});
