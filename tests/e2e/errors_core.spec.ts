/** The files of the core: they are missing, wrong, late, or refused by the machine. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { browsers_of_case, expect, open_page, test } from './page_test.ts';

const notice = (page: Page) => page.locator('.core_notice');
const retry = { en: 'Try again', fr: 'Réessayer', vi: 'Thử lại' };
const words = { en: 'did not start', fr: 'n’a pas démarré', vi: 'không khởi động được' };

const waiting = { en: 'Waiting for the first numbers', fr: 'En attente des premiers nombres', vi: 'Đang chờ những con số đầu tiên' };
const slow = { en: 'The page is still waiting', fr: 'La page l’attend toujours', vi: 'Trang vẫn đang chờ' };

/** The explanation reads, the page says what is wrong, and no number is made up. */
async function expect_failure(page: Page, language: 'en' | 'fr' | 'vi' = 'en'): Promise<void> {
  await expect(notice(page)).toContainText(words[language]);
  await expect(notice(page).getByRole('button', { name: retry[language] })).toBeVisible();
  await expect(page.locator('#activation .prose')).toBeVisible();
  await expect(page.locator('#activation .number')).toHaveCount(0);
  await expect(page.locator('#feed_forward .number')).toHaveCount(0);
}

for (const [index, language] of (['en', 'fr', 'vi'] as const).entries()) {
  test(`.wasm answers 404 (${language}): said in words, and trying again helps`, browsers_of_case(index), async ({ page, guard }) => {
    guard.allow(/404/);
    await page.goto(`/failure/wasm_404_once/${randomUUID()}/${language}/`);
    await expect_failure(page, language);
    await notice(page).getByRole('button', { name: retry[language] }).click();
    await expect(page.locator('[data-tensor-view="output.relu"]')).toBeVisible();
    await expect(notice(page)).toBeEmpty();
  });
}

for (const [index, failure] of (['wasm_html', 'worker_404', 'wasm_cut', 'wasm_404'] as const).entries()) {
  test(`${failure}: said in words, controls stay usable`, browsers_of_case(index), async ({ page, guard }) => {
    guard.allow(/404|failed: .*worker/);
    await page.goto(`/failure/${failure}/1/en/`);
    await expect_failure(page);
    await page.getByRole('radio', { name: 'Zoom: −3 to 0' }).check();
    await page.getByRole('radio', { name: 'GPT-2 size, 10 tokens' }).check();
    await expect(page.locator('#feed_forward .note')).toContainText('768');
    await notice(page).getByRole('button', { name: 'Try again' }).click();
    await expect_failure(page);
  });
}

test('.wasm as application/octet-stream works', async ({ page }) => {
  await open_page(page, '/failure/wasm_octets/1/en/');
});

for (const [index, language] of (['en', 'fr', 'vi'] as const).entries()) {
  test(
    `.wasm that does not come (${language}): waiting is said in words, the page is usable meanwhile`,
    browsers_of_case(index),
    async ({ page }) => {
      await page.clock.install();
      await page.goto(`/failure/wasm_stall/1/${language}/`);
      await expect(page.locator('.badge')).toHaveClass(/badge_waiting/);
      await expect(page.locator('.waiting')).toContainText(waiting[language]);
      await expect(notice(page)).toBeEmpty();
      await page.locator('#feed_forward input[value="pasted"]').check();
      await expect(page.locator('.pasted textarea')).toBeVisible();
      await page.clock.runFor(10_500);
      await expect(notice(page)).toContainText(slow[language]);
      await expect(notice(page).getByRole('button', { name: retry[language] })).toBeVisible();
    },
  );
}

test('no WebAssembly: said in words', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'));
  await page.goto('/en/');
  await expect(notice(page)).toContainText('does not support WebAssembly');
});

test('an engine without SIMD runs the plain build', async ({ page }) => {
  await open_page(page, '/failure/no_simd/1/en/');
  await expect(page.locator('[data-tensor="variant"]')).toHaveAttribute('data-index', 'scalar');
});

test('a machine with little room: less is asked for; with none, it is said in words', async ({ page }) => {
  await open_page(page, '/failure/memory_limited/1/en/');
  await page.goto('/failure/memory_refused/1/en/');
  await expect(notice(page)).toContainText('did not give it enough memory');
  await expect_failure(page);
});
