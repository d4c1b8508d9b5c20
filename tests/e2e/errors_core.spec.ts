/** Files of the core that are missing, invalid or slow, and devices that cannot run them. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { keep_together } from '../../web/page/src/words/line_breaks.ts';
import { browsers_of_case, expect, in_both_browsers, open_page, test } from './page_test.ts';

const notice = (page: Page) => page.locator('.core_notice');
const retry = { en: 'Try again', fr: 'Réessayer', vi: 'Thử lại' };
const failed = { en: 'did not start', fr: 'n’a pas démarré', vi: 'không khởi động được' };

const first_wait = {
  en: 'Waiting for the first numbers',
  fr: 'En attente des premiers nombres',
  vi: 'Đang chờ những con số đầu tiên',
};
const long_wait = {
  en: 'The page is still waiting',
  fr: 'La page l’attend toujours',
  vi: 'Trang vẫn đang chờ',
};

/** Expects a message with a retry button, the text of the page, and no numbers. */
async function expect_failure(page: Page, language: 'en' | 'fr' | 'vi' = 'en'): Promise<void> {
  await expect(notice(page)).toContainText(failed[language]);
  await expect(notice(page).getByRole('button', { name: retry[language] })).toBeVisible();
  await expect(page.locator('#feed_forward .prose').first()).toBeVisible();
  await expect(page.locator('#feed_forward .number')).toHaveCount(0);
}

for (const [index, language] of (['en', 'fr', 'vi'] as const).entries()) {
  test(
    `.wasm with status 404 gives a message, and a retry succeeds (${language})`,
    browsers_of_case(index),
    async ({ page, guard }) => {
      guard.allow(/404/);
      await page.goto(`/failure/wasm_404_once/${randomUUID()}/${language}/#v=2&panel=feed_forward`);
      await expect_failure(page, language);
      await notice(page).getByRole('button', { name: retry[language] }).click();
      await expect(page.locator('[data-tensor-view="output.gelu"]')).toBeVisible();
      await expect(notice(page)).toBeEmpty();
    },
  );
}

for (const [index, failure] of (
  ['wasm_html', 'worker_404', 'wasm_cut', 'wasm_404'] as const
).entries()) {
  test(
    `${failure} gives a message, and controls stay usable`,
    browsers_of_case(index),
    async ({ page, guard }) => {
      guard.allow(/404|failed: .*worker/);
      await page.goto(`/failure/${failure}/1/en/#v=2&panel=feed_forward`);
      await expect_failure(page);
      await page.getByRole('radio', { name: keep_together('GPT-2 size, 10 tokens') }).check();
      await expect(page.locator('#feed_forward .note')).toContainText('768');
      await notice(page).getByRole('button', { name: 'Try again' }).click();
      await expect_failure(page);
    },
  );
}

for (const [index, [language, measure, cause]] of (
  [
    ['en', 'Measure now', 'Cause:'],
    ['fr', 'Mesurer', 'Cause\u00a0:'],
    ['vi', 'Đo ngay', 'Nguyên nhân:'],
  ] as const
).entries()) {
  test(
    `a measurement whose .wasm is missing names the file (${language})`,
    browsers_of_case(index),
    async ({ page, guard }) => {
      guard.allow(/404/);
      await page.goto(`/failure/wasm_404/1/${language}/#v=2&panel=speed`);
      await page.locator('#speed').getByRole('button', { name: measure }).first().click();
      await expect(page.locator('#speed').getByRole('alert')).toHaveText(
        new RegExp(`${failed[language]}.*${cause} .*ffn-lab\\.\\w+-.*\\.wasm .*404`),
      );
    },
  );
}

test('.wasm may be served as application/octet-stream', in_both_browsers, async ({ page }) => {
  await open_page(page, '/failure/wasm_octets/1/en/');
});

for (const [index, language] of (['en', 'fr', 'vi'] as const).entries()) {
  test(
    `.wasm that never arrives gives a message, and the page stays usable (${language})`,
    browsers_of_case(index),
    async ({ page }) => {
      await page.clock.install();
      await page.goto(`/failure/wasm_stall/1/${language}/`);
      await expect(page.locator('.badge')).toHaveClass(/badge_waiting/);
      await page.locator('main a[href="#feed_forward"]').first().click();
      await expect(page.locator('.waiting')).toContainText(first_wait[language]);
      await expect(notice(page)).toBeEmpty();
      await page.locator('#feed_forward input[value="pasted"]').check();
      await expect(page.locator('.pasted textarea')).toBeVisible();
      await page.clock.runFor(10_500);
      await expect(notice(page)).toContainText(long_wait[language]);
      await expect(notice(page).getByRole('button', { name: retry[language] })).toBeVisible();
    },
  );
}

const needed = {
  en: 'Chrome or Edge 111, Firefox 121, Safari 16.4, or newer',
  fr: 'Chrome ou Edge 111, Firefox 121, Safari 16.4, ou plus récent',
  vi: 'Chrome hoặc Edge 111, Firefox 121, Safari 16.4 trở lên',
};

test('a browser without WebAssembly gives a message', in_both_browsers, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'));
  await page.goto('/en/');
  await expect(notice(page)).toContainText(needed.en);
});

for (const [index, language] of (['en', 'fr', 'vi'] as const).entries()) {
  const browsers = browsers_of_case(index);

  test(
    `without WebAssembly SIMD the page says which browsers have it (${language})`,
    browsers,
    async ({ page }) => {
      await page.goto(`/failure/no_simd/1/${language}/#v=2&panel=feed_forward`);
      await expect_failure(page, language);
      await expect(notice(page)).toContainText(needed[language]);
      await notice(page).locator('summary').click();
      await expect(notice(page)).toContainText('does not support WebAssembly SIMD');
    },
  );

  for (const [lack, script] of [
    ['a method', () => Reflect.deleteProperty(Array.prototype, 'toSorted')],
    ['a selector', () => (CSS.supports = () => false)],
  ] as const)
    test(
      `a browser that lacks ${lack} of the page shows the static text and the needed versions (${language})`,
      browsers,
      async ({ page }) => {
        await page.addInitScript(script);
        await page.goto(`/${language}/`);
        await expect(page.getByRole('alert')).toContainText(needed[language]);
        await expect(page.locator('h1')).toBeVisible();
        await expect(page.locator('.hero .lead')).toBeVisible();
        await expect(page.locator('.badge')).toHaveClass(/badge_waiting/);
      },
    );
}

test(
  'a browser that cannot parse the page’s scripts shows the needed versions',
  in_both_browsers,
  async ({ page, guard }) => {
    guard.allow(/SyntaxError|Unexpected token|expected expression/);
    await page.route(/assets\/(en|main)-.*\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'const future = >;' }),
    );
    await page.goto('/en/');
    await expect(page.getByRole('alert')).toContainText(needed.en);
    await expect(page.locator('.hero .lead')).toBeVisible();
  },
);

test(
  'with little memory the core requests less; without memory the page gives a message',
  in_both_browsers,
  async ({ page }) => {
    await open_page(page, '/failure/memory_limited/1/en/');
    await page.goto('/failure/memory_refused/1/en/#v=2&panel=feed_forward');
    await expect(notice(page)).toContainText('did not give it enough memory');
    await expect_failure(page);
  },
);
