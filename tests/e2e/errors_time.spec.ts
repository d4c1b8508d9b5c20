/** The page after sleep, in the back-forward cache, frozen, and without a network for its steps. */
import type { Page } from '@playwright/test';
import {
  expect,
  in_both_browsers,
  numbers_computed,
  open_all,
  open_page,
  open_panel,
  test,
} from './page_test.ts';

const notice = (page: Page) => page.locator('.core_notice');
const output = (page: Page) => page.locator('[data-tensor-view="output.gelu"]');

test('after ten minutes of sleep between a request and its response the response is shown', async ({
  page,
}) => {
  await page.clock.install();
  await open_panel(page, '/en/#v=2&example=notebook_batch', 'feed_forward');
  for (const example of ['chapter', 'gpt2', 'notebook_batch']) {
    await page.locator(`#feed_forward input[value="${example}"]`).check();
    // On waking every overdue timer fires at once, before the response arrives.
    await page.clock.fastForward('10:00');
  }
  await page.clock.runFor(2000);
  await numbers_computed(page);
  await expect(page.locator('[data-tensor-view="x"] .tensor_shape')).toHaveText('(2, 5, 8)');
  await expect(notice(page)).toBeEmpty();
});

/** Navigates away and back. Returns whether the page came from the back-forward cache. */
async function leave_and_return(page: Page, elsewhere: string): Promise<boolean> {
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => Object.assign(globalThis, { persisted })),
  );
  await page.goto(elsewhere);
  // page.goBack() would wait for a load event, which a page from the cache does not fire.
  await page.evaluate(() => setTimeout(() => history.back()));
  await expect(output(page)).toBeVisible();
  return page.evaluate(() => (globalThis as { persisted?: boolean }).persisted === true);
}

async function expect_works(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Worked example, 4 → 8' }).check();
  await numbers_computed(page);
  await expect(page.locator('[data-tensor-view="x"] .tensor_shape')).toHaveText('(2, 4)');
  await expect(notice(page)).toBeEmpty();
}

// Playwright's driver for Firefox loses a page that comes out of the back-forward cache.
test('after going back from another page the page works, with its last change', async ({
  page,
  guard,
}) => {
  guard.allow(/status of 404/); // the browser requests an icon for the text file
  await open_all(page, '/en/#v=2&example=notebook_batch&x=1.2');
  await page.locator('#activation .linked_plots').press('End');
  await leave_and_return(page, '/licenses.txt');
  await expect(page).toHaveURL(/#v=2&x=5/);
  await expect_works(page);
});

test('a page that is frozen during a request and resumed works', async ({ page }) => {
  await open_panel(page, '/en/#v=2&example=notebook_batch', 'feed_forward');
  const session = await page.context().newCDPSession(page);
  const request = page.evaluate(() =>
    document.querySelector<HTMLInputElement>('#feed_forward input[value="gpt2"]')?.click(),
  );
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await request;
  await expect(page.locator('[data-tensor-view="x"] .tensor_shape')).toHaveText('(1, 10, 768)');
  await expect_works(page);
});

test(
  'a step that cannot be loaded gives a message, and a retry loads it',
  in_both_browsers,
  async ({ page, guard }) => {
    guard.allow(/step\.|Failed to load|ERR_FAILED|NS_ERROR/);
    await open_page(page, '/fr/');
    await page.route(/\/assets\/step\.training-[\w-]+\.js/, (route) => route.abort());
    await page.locator('main a[href="#training"]').click();
    await expect(page.locator('#training .notice')).toContainText(
      'Cette partie n’a pas pu être chargée',
    );
    await page.unroute(/\/assets\/step\.training-[\w-]+\.js/);
    const again = page.locator('#training .notice .button');
    await again.click();
    // Firefox caches the failed import until the page is reloaded, so the page then offers a reload.
    const loaded = page.locator('#training .race_step data');
    const reload = again.filter({ hasText: 'Recharger la page' });
    await expect(loaded.or(reload)).toBeVisible();
    if (await reload.isVisible()) await reload.click();
    await expect(loaded).toBeVisible();
  },
);
