/** The page as time goes by: asleep, put aside, reloaded, and without a network for what it has not fetched yet. */
import type { Page } from '@playwright/test';
import { expect, numbers_at_rest, open_page, test } from './page_test.ts';

const notice = (page: Page) => page.locator('.core_notice');
const output = (page: Page) => page.locator('[data-tensor-view="output.relu"]');

test('ten minutes asleep between a question and its answer: the answer comes, and nothing is given up', async ({ page }) => {
  await page.clock.install();
  await open_page(page, '/en/#v=1&example=notebook_batch');
  for (const example of ['chapter', 'gpt2', 'notebook_batch']) {
    await page.locator(`#feed_forward input[value="${example}"]`).check();
    // The machine wakes: every timer that is overdue runs at once, before the answer.
    await page.clock.fastForward('10:00');
  }
  await page.clock.runFor(2000);
  await numbers_at_rest(page);
  await expect(page.locator('[data-tensor-view="x"] .tensor_shape')).toHaveText('(2, 5, 8)');
  await expect(notice(page)).toBeEmpty();
});

/** Leaves the page and comes back to it; answers whether the browser had kept it as it was. */
async function leave_and_return(page: Page, elsewhere: string): Promise<boolean> {
  await page.evaluate(() => addEventListener('pageshow', ({ persisted }) => Object.assign(globalThis, { persisted })));
  await page.goto(elsewhere);
  // Not the driver's own way back, which waits for a page that is loaded anew.
  await page.evaluate(() => setTimeout(() => history.back()));
  await expect(output(page)).toBeVisible();
  return page.evaluate(() => (globalThis as { persisted?: boolean }).persisted === true);
}

async function expect_works(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Worked example, 4 → 8' }).check();
  await numbers_at_rest(page);
  await expect(page.locator('[data-tensor-view="x"] .tensor_shape')).toHaveText('(2, 4)');
  await expect(notice(page)).toBeEmpty();
}

// Playwright's driver for Firefox loses a page that comes out of the back-forward cache.
test('back from another page it works on, with the change of the last moment', { tag: '@chromium' }, async ({ page, guard }) => {
  guard.allow(/status of 404/); // the icon that the browser looks for beside a text
  await open_page(page, '/en/#v=1&example=notebook_batch&x=1.2');
  await page.locator('#activation').getByRole('slider').first().press('End');
  await leave_and_return(page, '/licenses.txt');
  await expect(page).toHaveURL(/example=notebook_batch&x=5/);
  await expect_works(page);
});

test('frozen by the browser and thawed, with a question under way, it works on', { tag: '@chromium' }, async ({ page }) => {
  await open_page(page, '/en/#v=1&example=notebook_batch');
  const session = await page.context().newCDPSession(page);
  const question = page.evaluate(() => document.querySelector<HTMLInputElement>('#feed_forward input[value="gpt2"]')?.click());
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await question;
  await expect(page.locator('[data-tensor-view="x"] .tensor_shape')).toHaveText('(1, 10, 768)', { timeout: 15_000 });
  await expect_works(page);
});

test('a panel that does not arrive says so, and comes when it is asked for again', async ({ page, guard }) => {
  guard.allow(/lazy|Failed to load|ERR_FAILED|NS_ERROR/);
  await open_page(page, '/fr/');
  await page.route(/\/assets\/lazy\.training-[\w-]+\.js/, (route) => route.abort());
  await page.locator('#training').scrollIntoViewIfNeeded();
  await expect(page.locator('#training .notice')).toContainText('Cette partie n’a pas pu être chargée');
  await page.unroute(/\/assets\/lazy\.training-[\w-]+\.js/);
  const again = page.locator('#training .notice .button');
  await again.click();
  // Firefox holds to it that a script did not arrive until the page is loaded anew, which is then offered.
  const arrived = page.locator('#training .race_step data');
  const reload = again.filter({ hasText: 'Recharger la page' });
  await expect(arrived.or(reload)).toBeVisible({ timeout: 30_000 });
  if (await reload.isVisible()) {
    await reload.click();
    await page.locator('#training').scrollIntoViewIfNeeded();
  }
  await expect(arrived).toBeVisible({ timeout: 30_000 });
});
