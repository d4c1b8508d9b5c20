/** Takes pictures of the whole page, in each language, theme and width, for people to look at: `tests/run pictures` runs these alone. */
import { expect, open_page, test } from './page_test.ts';

for (const language of ['en', 'fr', 'vi']) {
  test(
    `pictures (${language})`,
    { tag: language === 'en' ? '@pictures' : ['@pictures', '@chromium'] },
    async ({ page, browserName, guard }) => {
      test.setTimeout(240_000);
      // To take a picture, Playwright adds an inline style, which the page's policy refuses.
      guard.allow(/style-src-elem/);
      await open_page(page, `/${language}/#v=1&example=notebook_batch&token=3`);
      for (const width of [1440, 768, 390]) {
        // In a window as high as the page every lazy panel is loaded, and sticky elements cover nothing.
        await page.setViewportSize({ width, height: 900 });
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ width, height });
        await expect(page.locator('.lazy_placeholder')).toHaveCount(0);
        for (const theme of ['light', 'dark']) {
          await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
          await page.screenshot({ path: `.artifacts/pictures/${browserName}-${language}-${theme}-${width}.png` });
        }
      }
    },
  );
}

test('picture of the README', { tag: ['@pictures', '@chromium'] }, async ({ page, guard }) => {
  guard.allow(/style-src-elem/);
  await page.setViewportSize({ width: 1440, height: 690 });
  await open_page(page, '/en/');
  await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
  await page.screenshot({ path: '.artifacts/pictures/readme.png' });
});
