/**
 * Keeps the page for use without a network. What belongs to one build is stored as a whole, each file checked against its hash, or
 * not at all; pages are taken from the newest whole build. The names of assets hold their own hashes, so that a page of the build
 * before still finds what it was made with. Addresses that are not in the list are none of its business.
 */
import type { Precache, StoredFile } from './precache.ts';

/** Made by the build (distribution/service_worker.mjs). */
declare const precache: Precache;
const { version, common, variants } = precache;

interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** What this file uses of ServiceWorkerGlobalScope, which the DOM library does not declare. */
interface ServiceWorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

const worker = self as unknown as ServiceWorkerScope;
const { scope } = worker.registration;
/** Caches belong to a whole origin, on which the page may lie more than once. */
const prefix = `ffn-lab ${scope} `;
const newest = prefix + version;
const known = new Set(common.map(({ path }) => path));

async function fetch_exact({ path, integrity }: StoredFile): Promise<Response> {
  // A file whose name holds its hash cannot be out of date in the browser's own cache; the others are asked for again.
  const cache = path.startsWith('assets/') ? 'default' : 'no-cache';
  const response = await fetch(scope + path, { integrity, cache });
  if (!response.ok) throw new Error(`${path}: HTTP status ${response.status}`);
  return response;
}

async function store(cache: Cache, files: readonly StoredFile[]): Promise<void> {
  await Promise.all(files.map(async (file) => cache.put(scope + file.path, await fetch_exact(file))));
}

/** The best build of the core that this browser runs: the one that the page's worker will ask for. */
async function store_core(cache: Cache): Promise<void> {
  for (const { core, others } of variants) {
    const response = await fetch_exact(core);
    if (!WebAssembly.validate(await response.clone().arrayBuffer())) continue;
    await cache.put(scope + core.path, response);
    return store(cache, others);
  }
}

/** Stored last: the build is whole. */
const whole = `${scope}?whole`;

async function install(): Promise<void> {
  const cache = await caches.open(newest);
  // Another version of this script with the same files: they are there, and pages may be using them.
  if (await cache.match(whole)) return worker.skipWaiting();
  try {
    await Promise.all([store(cache, common), store_core(cache)]);
    await cache.put(whole, new Response());
  } catch (error) {
    await caches.delete(newest);
    throw error;
  }
  await worker.skipWaiting();
}

/** Pages of the build before may still be open: it stays until the next one. */
async function clean_up(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== newest);
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function answer(request: Request, path: string): Promise<Response> {
  const cache = path.startsWith('assets/') ? caches : await caches.open(newest);
  return (await cache.match(scope + path, { ignoreVary: true })) ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(clean_up()));
worker.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const address = url.replace(/[?#].*$/s, '');
  if (method !== 'GET' || !address.startsWith(scope)) return;
  const path = address.slice(scope.length).replace(/(^|\/)index\.html$/, '$1');
  if (known.has(path) || path.startsWith('assets/')) event.respondWith(answer(event.request, path));
});
