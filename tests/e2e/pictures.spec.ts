/**
 * Takes pictures of every step, in each language, theme and width, for people to look at:
 * `tests/run pictures` runs these alone.
 */
import { go_to_step, open_page, steps, test } from './page_test.ts';

for (const language of ['en', 'fr', 'vi']) {
  test(
    `pictures (${language})`,
    { tag: language === 'en' ? ['@pictures', '@both'] : '@pictures' },
    async ({ page, browserName, guard }) => {
      // To take a picture, Playwright adds an inline style, which the page's policy refuses.
      guard.allow(/style-src-elem/);
      await open_page(page, `/${language}/#v=2&example=notebook_batch&token=3`);
      for (const name of ['start', ...steps]) {
        await page.setViewportSize({ width: 1440, height: 900 });
        if (name !== 'start') await go_to_step(page, name);
        for (const width of [1440, 768, 390]) {
          // In a window as high as the page sticky elements cover nothing.
          await page.setViewportSize({ width, height: 900 });
          const height = await page.evaluate(() => document.documentElement.scrollHeight);
          await page.setViewportSize({ width, height });
          for (const theme of ['light', 'dark']) {
            await page.evaluate(
              (scheme) => (document.documentElement.dataset.theme = scheme),
              theme,
            );
            await page.screenshot({
              path: `.artifacts/pictures/${browserName}-${language}-${theme}-${width}-${name}.png`,
            });
          }
        }
      }
    },
  );
}

test('picture of the README', { tag: '@pictures' }, async ({ page, guard }) => {
  guard.allow(/style-src-elem/);
  await page.setViewportSize({ width: 1440, height: 730 });
  await open_page(page, '/en/');
  await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
  await page.screenshot({ path: '.artifacts/pictures/readme.png' });
});

for (const language of ['en', 'fr', 'vi']) {
  test(`preview of shared links (${language})`, { tag: '@pictures' }, async ({ page, guard }) => {
    guard.allow(/style-src-elem/);
    await page.setViewportSize({ width: 1200, height: 630 });
    await open_page(page, `/${language}/`);
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'light';
      // Without the glow of the lights the file is half as large.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.fact_map_now .fact_map_lit { filter: none }');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    });
    await page.screenshot({ path: `.artifacts/pictures/preview.${language}.png` });
  });
}

test('icon of the page on a home screen', { tag: '@pictures' }, async ({ page, guard }) => {
  guard.allow(/style-src-elem/);
  await page.setViewportSize({ width: 180, height: 180 });
  await page.goto('/favicon.svg');
  await page.screenshot({ path: '.artifacts/pictures/touch-icon.png' });
});
