/** The test function of the specs in WebKit: an error on the page fails the test. */
import { writeFileSync } from 'node:fs';
import { test as base, expect } from '@playwright/test';
import { place_of, unfinished_in, type SmokeName } from '../smoke.ts';
import { step_address } from '../page_test.ts';
import { with_browser, type BrowserOptions } from './driver.ts';
import { serve_watched, type WatchedPage } from './watched_page.ts';
import { WebPage } from './web_place.ts';

export const test = base.extend<{
  browser_options: BrowserOptions;
  site: WatchedPage;
  web_page: WebPage;
}>({
  browser_options: [{ arguments: [], gtk: {} }, { option: true }],
  // eslint-disable-next-line no-empty-pattern -- Playwright wants this form
  site: async ({}, use) => {
    const site = await serve_watched();
    await use(site);
    await site.remove();
    expect(site.problems).toEqual([]);
  },
  web_page: async ({ browser_options, site }, use, info) => {
    expect(site.problems).toEqual([]);
    await with_browser(browser_options, async (command) => {
      const page = new WebPage(command);
      await page.resize(1280, 720);
      await use(page);
      if (info.status === info.expectedStatus) return;
      const picture = String(await command('GET', '/screenshot'));
      writeFileSync(info.outputPath('webkit.png'), Buffer.from(picture, 'base64'));
    });
  },
});

export { expect };

/** Opens a step, or the start page, and waits until its numbers are computed. */
export async function open_in_webkit(
  page: WebPage,
  { address }: WatchedPage,
  path: string,
  name: SmokeName,
): Promise<void> {
  await page.goto(
    new URL((name === 'hero' ? path : step_address(path, name)).slice(1), address).href,
  );
  const place = page.locator(place_of(name));
  await expect.poll(() => place.isVisible()).toBe(true);
  await expect
    .poll(async () => {
      // A core that has failed leaves the step unfinished.
      const [failure] = await page.locator('.notice_error').allTextContents();
      if (failure !== undefined) throw new Error(`${name}: ${failure}`);
      return place.locator(unfinished_in(name)).count();
    })
    .toBe(0);
}
