import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, open_page, test, words_in } from './page_test.ts';

const notice = (page: Page) => page.locator('.core_notice');
const retry = { en: 'Try again', fr: 'Réessayer', vi: 'Thử lại' };
const words = { en: 'did not start', fr: 'n’a pas démarré', vi: 'không khởi động được' };

/** The explanation reads, the page says what is wrong, and no number is made up. */
async function expect_failure(page: Page, language: 'en' | 'fr' | 'vi' = 'en'): Promise<void> {
  await expect(notice(page)).toContainText(words[language]);
  await expect(notice(page).getByRole('button', { name: retry[language] })).toBeVisible();
  await expect(page.locator('#activation .prose')).toBeVisible();
  await expect(page.locator('#activation .number')).toHaveCount(0);
  await expect(page.locator('#feed_forward .number')).toHaveCount(0);
}

for (const language of ['en', 'fr', 'vi'] as const) {
  test(`.wasm answers 404 (${language}): said in words, and trying again helps`, words_in(language), async ({ page, guard }) => {
    guard.allow(/404/);
    await page.goto(`/fault/wasm_404_once/${randomUUID()}/${language}/`);
    await expect_failure(page, language);
    await notice(page).getByRole('button', { name: retry[language] }).click();
    await expect(page.locator('[data-tensor-view="output.relu"]')).toBeVisible();
    await expect(notice(page)).toBeEmpty();
  });
}

for (const fault of ['wasm_404', 'wasm_html', 'wasm_cut', 'worker_404'] as const) {
  test(`${fault}: said in words, controls stay usable`, async ({ page, guard }) => {
    guard.allow(/404|failed: .*worker/);
    await page.goto(`/fault/${fault}/1/en/`);
    await expect_failure(page);
    await page.getByRole('radio', { name: 'Zoom: −3 to 0' }).check();
    await page.getByRole('radio', { name: 'GPT-2 size, 10 tokens' }).check();
    await expect(page.locator('#feed_forward .note')).toContainText('768');
    await notice(page).getByRole('button', { name: 'Try again' }).click();
    await expect_failure(page);
  });
}

test('.wasm as application/octet-stream works', async ({ page }) => {
  await open_page(page, '/fault/wasm_octets/1/en/');
});

test('.wasm that does not come: waiting is said in words, the page is usable meanwhile', async ({ page }) => {
  await page.goto('/fault/wasm_stall/1/en/');
  await expect(page.locator('.badge')).toContainText('starting');
  await expect(page.locator('.waiting')).toContainText('Waiting for the first numbers');
  await page.getByRole('radio', { name: 'My own matrix' }).check();
  await expect(page.locator('.pasted textarea')).toBeVisible();
});

test('a worker that falls silent is stopped after ten seconds', async ({ page }) => {
  await page.clock.install();
  await page.goto('/fault/worker_silent/1/en/');
  await expect(page.locator('.badge')).toContainText('SIMD');
  await page.clock.fastForward(9000);
  await expect(notice(page)).toBeEmpty();
  await page.clock.fastForward(1500);
  await expect(notice(page)).toContainText('has not answered for ten seconds');
  await expect_failure(page);
});

test('no WebAssembly: said in words', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'));
  await page.goto('/en/');
  await expect(notice(page)).toContainText('offers no WebAssembly');
});

test('no Worker: said in words', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      Worker: class {
        constructor() {
          throw new DOMException('no workers here', 'SecurityError');
        }
      },
    });
  });
  await page.goto('/en/');
  await expect(notice(page)).toContainText('background worker');
});

test('closed storage does not matter', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('closed', 'SecurityError');
      },
    });
  });
  await open_page(page, '/fr/');
  await page.getByRole('radio', { name: 'Sombre' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto('/');
  await expect(page).toHaveURL(/\/(en|fr|vi)\/$/);
});
