/**
 * The service worker: after one visit the page works offline; a new build replaces the old one as a
 * whole; incomplete files are not cached.
 */
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { serve_copy } from './copy_server.ts';
import type { CopyServer } from './copy_server.ts';
import {
  browsers_of_case,
  expect,
  go_to_step,
  in_both_browsers,
  open_page,
  steps,
  test as base,
} from './page_test.ts';

const test = base.extend<{ host: CopyServer }>({
  host: async ({ guard }, use) => {
    const host = await serve_copy();
    guard.allow(new RegExp(`request to ${host.address}`)); // another port than the other tests' server
    await use(host);
    await guard.quiet();
    await host.remove();
  },
});
test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker has cached the page and handles its requests. */
async function cached(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

const cache_names = (page: Page) => page.evaluate(() => caches.keys());

/**
 * Changes the copy into a new build: another title of the English page, and its hash in the service
 * worker.
 */
function build_anew(folder: string, title: string): void {
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');
  const [page, list] = [`${folder}/en/index.html`, `${folder}/service_worker.js`];
  const before = readFileSync(page);
  writeFileSync(page, before.toString().replace(/<title>.*<\/title>/, `<title>${title}</title>`));
  const worker = readFileSync(list, 'utf8');
  expect(worker).toContain(hash(before));
  writeFileSync(
    list,
    worker
      .replace(hash(before), hash(readFileSync(page)))
      .replace(/(version:.)[\w+/-]+/, `$1${randomUUID()}`),
  );
}

test(
  'after one visit every language, the state and the root work offline',
  in_both_browsers,
  async ({ page, host, guard }) => {
    await open_page(page, `${host.address}en/`);
    await cached(page);
    await guard.quiet();
    await host.stop();
    await page.reload();
    await expect(page.locator('.hero .number').first()).toBeVisible();
    await guard.quiet();
    await open_page(page, `${host.address}fr/#v=2&example=chapter`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await guard.quiet();
    await page.getByRole('link', { name: 'Tiếng Việt' }).click();
    await expect(page).toHaveURL(`${host.address}vi/#v=2&example=chapter`);
    await expect(page.locator('.hero .number').first()).toBeVisible();
    for (const id of steps) await go_to_step(page, id);
    await guard.quiet();
    await page.goto(`${host.address}?lang=en`);
    await expect(page).toHaveURL(`${host.address}en/`);
    await expect(page.locator('.hero .number').first()).toBeVisible();
  },
);

test(
  'the cache contains one build variant of the core and no single-file pages',
  in_both_browsers,
  async ({ page, host }) => {
    await open_page(page, `${host.address}en/`);
    await cached(page);
    const paths = await page.evaluate(async (address) => {
      const [name, ...more] = await caches.keys();
      if (name === undefined || more.length > 0) throw new Error('expected one cache');
      return (await (await caches.open(name)).keys()).map(({ url }) => url.slice(address.length));
    }, host.address);
    const variant = await page.locator('[data-variant]').getAttribute('data-variant');
    const of_core = paths.filter((path) => path.startsWith('assets/ffn-lab.'));
    expect(of_core).toEqual([expect.stringMatching(`^assets/ffn-lab\\.${variant}-.*wasm$`)]);
    expect(paths.filter((path) => !path.startsWith('assets/')).sort()).toEqual([
      '',
      '?whole',
      'en/',
      'favicon.svg',
      'fr/',
      'licenses.txt',
      'manifest.webmanifest',
      'touch-icon.png',
      'vi/',
    ]);
  },
);

test(
  'a new build is used from the next visit on, and the previous one stays cached for open pages',
  in_both_browsers,
  async ({ page, host, guard }) => {
    await open_page(page, `${host.address}en/`);
    await cached(page);
    const first = await cache_names(page);
    build_anew(host.folder, 'Second');
    await page.reload();
    await expect(page.locator('.hero .number').first()).toBeVisible();
    await expect.poll(async () => (await cache_names(page)).length).toBe(2);
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const { installing, waiting, active } =
            (await navigator.serviceWorker.getRegistration())!;
          return installing === null && waiting === null && active?.state === 'activated';
        }),
      )
      .toBe(true);
    await page.reload();
    await expect(page).toHaveTitle('Second');
    expect(await cache_names(page)).toEqual(expect.arrayContaining(first));
    build_anew(host.folder, 'Third');
    await page.reload();
    await expect.poll(async () => (await cache_names(page)).includes(first[0] ?? '')).toBe(false);
    await guard.quiet();
    await host.stop();
    await page.reload();
    await expect(page).toHaveTitle('Third');
    await expect(page.locator('.hero .number').first()).toBeVisible();
  },
);

for (const [index, failure] of (['half', 404] as const).entries()) {
  test(
    `when a file fails (${failure}) nothing is cached; the next visit tries again`,
    browsers_of_case(index),
    async ({ page, host }) => {
      // Only the service worker requests this file: the page is in another language.
      host.failure = (path) => (path === 'vi/index.html' ? failure : undefined);
      await open_page(page, `${host.address}en/`);
      await expect.poll(() => host.requested.includes('service_worker.js')).toBe(true);
      const settled = () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined);
      await expect.poll(settled).toBe(true);
      expect(await cache_names(page)).toEqual([]);
      host.failure = undefined;
      await page.reload();
      await cached(page);
      expect(await cache_names(page)).toHaveLength(1);
    },
  );
}

test(
  'another service worker script for the same build reuses the cache, even without a network',
  in_both_browsers,
  async ({ page, host }) => {
    await open_page(page, `${host.address}en/`);
    await cached(page);
    const names = await cache_names(page);
    appendFileSync(join(host.folder, 'service_worker.js'), '\n// another one\n');
    host.failure = (path) =>
      path.startsWith('assets/') || path === 'vi/index.html' ? 404 : undefined;
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect
      .poll(() =>
        page.evaluate(
          async () => (await navigator.serviceWorker.getRegistration())?.installing ?? null,
        ),
      )
      .toBeNull();
    expect(await cache_names(page)).toEqual(names);
    await host.stop();
    await page.reload();
    await expect(page.locator('.hero .number').first()).toBeVisible();
  },
);

test(
  'the page works where service workers are refused',
  in_both_browsers,
  async ({ page, host }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'serviceWorker', {
        value: { register: () => Promise.reject(new DOMException('no', 'SecurityError')) },
      });
    });
    await open_page(page, `${host.address}en/`);
  },
);

test(
  'the service worker of a folder handles no requests outside it',
  in_both_browsers,
  async ({ page, guard }) => {
    await open_page(page, '/en/');
    await cached(page);
    guard.allow(/404/);
    await page.goto('/failure/wasm_404/1/en/');
    await expect(page.locator('.core_notice')).toContainText('did not start');
  },
);
