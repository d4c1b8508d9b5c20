/** Storage that is disabled or full, and invalid addresses. */
import {
  expect,
  go_to_step,
  in_both_browsers,
  numbers_computed,
  open_page,
  open_panel,
  test,
} from './page_test.ts';

test('the page works with disabled storage', in_both_browsers, async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('closed', 'SecurityError');
        },
      });
    }
  });
  await open_page(page, '/fr/');
  await page.getByRole('radio', { name: 'Sombre' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto('/');
  await expect(page).toHaveURL(/\/(en|fr|vi)\/$/);
});

test('the page works with full storage', in_both_browsers, async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'setItem'));
  await open_panel(page, '/en/', 'feed_forward');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('radio', { name: 'Worked example, 4 → 8' }).check();
  await numbers_computed(page);
});

test(
  'an invalid address in the open page gives the default settings and a message',
  in_both_browsers,
  async ({ page }) => {
    await open_panel(page, '/en/#v=2&example=chapter', 'feed_forward');
    for (const hash of [
      `#v=2&x=${'9'.repeat(1_000_000)}`,
      '#v=2&token=-1&x=1e5',
      '#v=9',
      '#v=2&edits=x.0:1e999',
    ]) {
      await page.evaluate((text) => location.assign(text), hash);
      await expect(page.getByText('the default settings are used')).toBeVisible();
      await go_to_step(page, 'feed_forward');
      await expect(page.getByRole('radio', { name: '2 × 5 tokens, seed 42' })).toBeChecked();
      await page.evaluate(() => location.assign('#v=2&example=chapter&panel=feed_forward'));
      await expect(page.getByRole('radio', { name: 'Worked example, 4 → 8' })).toBeChecked();
      await expect(page.getByText('the default settings are used')).toHaveCount(0);
    }
    await numbers_computed(page);
  },
);
