/** After one visit the page works without a network; a new build takes over whole; nothing broken is kept. */
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { serve_copy } from './copy_server.ts';
import type { CopyServer } from './copy_server.ts';
import { browsers_of_case, expect, open_page, test as base } from './page_test.ts';

const test = base.extend<{ host: CopyServer }>({
  host: async ({ guard }, use) => {
    const host = await serve_copy();
    guard.allow(new RegExp(`request to ${host.address}`)); // another port than the other tests' server
    await use(host);
    await host.remove();
  },
});
test.use({ serviceWorkers: 'allow' });

/** Everything is kept, and the page's requests are answered from it. */
async function cached(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

const cache_names = (page: Page) => page.evaluate(() => caches.keys());

/** A new build: another title in the English page, and the list that goes with it. */
function build_anew(folder: string, title: string): void {
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');
  const [page, list] = [`${folder}/en/index.html`, `${folder}/service_worker.js`];
  const before = readFileSync(page);
  writeFileSync(page, before.toString().replace(/<title>.*<\/title>/, `<title>${title}</title>`));
  const worker = readFileSync(list, 'utf8');
  expect(worker).toContain(hash(before));
  writeFileSync(list, worker.replace(hash(before), hash(readFileSync(page))).replace(/(version:.)[\w+/-]+/, `$1${randomUUID()}`));
}

test('works without a network after one visit: every language, the state, the root', async ({ page, host }) => {
  await open_page(page, `${host.address}en/`);
  await cached(page);
  await host.stop();
  await page.reload();
  await expect(page.locator('[data-tensor-view="output.relu"]')).toBeVisible();
  await open_page(page, `${host.address}fr/#v=1&example=chapter`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.getByRole('link', { name: 'Tiếng Việt' }).click();
  await expect(page).toHaveURL(`${host.address}vi/#v=1&example=chapter`);
  await expect(page.locator('[data-tensor-view="output.relu"]')).toBeVisible();
  await page.goto(`${host.address}?lang=en`);
  await expect(page).toHaveURL(`${host.address}en/`);
  await expect(page.locator('[data-tensor-view="output.relu"]')).toBeVisible();
});

test('keeps one build of the core, and neither single files nor what it does not know', async ({ page, host }) => {
  await open_page(page, `${host.address}en/`);
  await cached(page);
  const paths = await page.evaluate(async (address) => {
    const [name, ...more] = await caches.keys();
    if (name === undefined || more.length > 0) throw new Error('expected one cache');
    return (await (await caches.open(name)).keys()).map(({ url }) => url.slice(address.length));
  }, host.address);
  const variant = await page.locator('[data-tensor="variant"]').getAttribute('data-index');
  const of_core = paths.filter((path) => path.startsWith('assets/ffn-lab.'));
  expect(of_core).toHaveLength(4);
  expect(of_core.filter((path) => !path.startsWith(`assets/ffn-lab.${variant}`))).toEqual([]);
  expect(paths.filter((path) => !path.startsWith('assets/')).sort()).toEqual([
    '',
    '?whole',
    'en/',
    'favicon.svg',
    'fr/',
    'licenses.txt',
    'vi/',
  ]);
});

test('a new build takes over whole at the next visit, and the one before stays for pages that are open', async ({ page, host }) => {
  test.slow(); // many loads
  await open_page(page, `${host.address}en/`);
  await cached(page);
  const first = await cache_names(page);
  build_anew(host.folder, 'Second');
  await page.reload();
  await expect(page.locator('[data-tensor-view="output.relu"]')).toBeVisible();
  await expect.poll(async () => (await cache_names(page)).length).toBe(2);
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing)).toBeNull();
  await page.reload();
  await expect(page).toHaveTitle('Second');
  expect(await cache_names(page)).toEqual(expect.arrayContaining(first));
  build_anew(host.folder, 'Third');
  await page.reload();
  await expect.poll(async () => (await cache_names(page)).includes(first[0] ?? '')).toBe(false);
  await host.stop();
  await page.reload();
  await expect(page).toHaveTitle('Third');
  await expect(page.locator('[data-tensor-view="output.relu"]')).toBeVisible();
});

for (const [index, failure] of (['half', 404] as const).entries()) {
  test(
    `a file that comes as ${failure} is not kept, nor anything else; the next visit tries again`,
    browsers_of_case(index),
    async ({ page, host }) => {
      // Asked for by the copy only: the page is in another language.
      host.failure = (path) => (path === 'vi/index.html' ? failure : undefined);
      await open_page(page, `${host.address}en/`);
      await expect.poll(() => host.asked.includes('service_worker.js')).toBe(true);
      const settled = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined);
      await expect.poll(settled).toBe(true);
      expect(await cache_names(page)).toEqual([]);
      host.failure = undefined;
      await page.reload();
      await cached(page);
      expect(await cache_names(page)).toHaveLength(1);
    },
  );
}

test('another script for the same build keeps what is there, even when nothing can be fetched', async ({ page, host }) => {
  await open_page(page, `${host.address}en/`);
  await cached(page);
  const names = await cache_names(page);
  appendFileSync(join(host.folder, 'service_worker.js'), '\n// another one\n');
  host.failure = (path) => (path.startsWith('assets/') || path === 'vi/index.html' ? 404 : undefined);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing ?? null)).toBeNull();
  expect(await cache_names(page)).toEqual(names);
  await host.stop();
  await page.reload();
  await expect(page.locator('[data-tensor-view="output.relu"]')).toBeVisible();
});

test('without room or leave for a copy the page is as before', async ({ page, host }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'serviceWorker', {
      value: { register: () => Promise.reject(new DOMException('no', 'SecurityError')) },
    });
  });
  await open_page(page, `${host.address}en/`);
});

test('the copy of a folder answers for nothing beside it', async ({ page, guard }) => {
  await open_page(page, '/en/');
  await cached(page);
  guard.allow(/404/);
  await page.goto(`/failure/wasm_404_once/${randomUUID()}/en/`);
  await expect(page.locator('.core_notice')).toContainText('did not start');
});
