import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { sub_path } from './address.ts';
import {
  browsers_of_case,
  expect,
  go_to_step,
  in_both_browsers,
  open_page,
  open_panel,
  open_step,
  show_relu,
  test,
} from './page_test.ts';

const { version } = createRequire(import.meta.url)('ffn-lab/package.json') as { version: string };

test(
  'the badge names the build, its version, and why no better one runs',
  in_both_browsers,
  async ({ page }) => {
    await open_page(page, '/en/');
    const variant = await page.locator('[data-variant]').getAttribute('data-variant');
    const names = { relaxed: 'relaxed SIMD', simd: 'SIMD' };
    const relaxed = await page.evaluate(() =>
      WebAssembly.validate(
        new Uint8Array([
          0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0, 65, 0,
          253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 11,
        ]),
      ),
    );
    expect(variant).toBe(relaxed ? 'relaxed' : 'simd');
    const badge = page.locator('.badge');
    await expect(badge.locator('summary')).toContainText(names[variant as keyof typeof names]);
    await expect(badge.locator('summary')).toContainText(version);
    await badge.locator('summary').click();
    await expect(badge).toContainText(
      relaxed ? 'There is no better build' : 'Why not relaxed SIMD?',
    );
  },
);

test.describe('while the script is loading', () => {
  const parts = [
    '.wordmark',
    'h1',
    '.hero .lead',
    '.hero_example',
    '.hero .choice',
    '.guide_start',
    '.start_contents h2',
  ];
  const places = (page: Page) =>
    page.evaluate(
      (selectors) =>
        selectors.map((selector) => [
          selector,
          document.querySelector(selector)?.getBoundingClientRect().toJSON() as unknown,
        ]),
      parts,
    );

  for (const [index, width] of [390, 768, 1440].entries())
    test(
      `the text is shown, and does not move when the page is rendered (${width})`,
      browsers_of_case(index),
      async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        let release = () => {};
        const released = new Promise<void>((resolve) => (release = resolve));
        await page.route('**/assets/main-*.js', async (route) => {
          await released;
          await route.continue();
        });
        await page.goto('/en/', { waitUntil: 'domcontentloaded' });
        await expect(page.locator('.hero .lead')).toBeVisible();
        await page.evaluate(() => document.fonts.ready);
        const before = await places(page);
        release();
        await expect(page.locator('.hero .number').first()).toBeVisible();
        expect(await places(page)).toEqual(before);
      },
    );

  test('only what is near the window is laid out', in_both_browsers, async ({ page }) => {
    await page.route('**/assets/main-*.js', () => {});
    await page.goto('/en/', { waitUntil: 'commit' });
    await expect(page.locator('.hero .lead')).toBeVisible();
    const laid_out = (selector: string) =>
      page
        .locator(selector)
        .last()
        .evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
    expect(await laid_out('.hero .lead')).toBe(true);
    expect(await laid_out('.start_contents li a')).toBe(false);
  });

  for (const [index, language] of ['en', 'fr', 'vi'].entries())
    test(
      `a script that cannot be loaded gives a message with a retry (${language})`,
      browsers_of_case(index),
      async ({ page, guard }) => {
        guard.allow(/main-|status of 404/);
        await page.route('**/assets/main-*.js', (route) => route.fulfill({ status: 404 }));
        await page.goto(`/${language}/`);
        await expect(page.getByRole('alert')).toBeVisible();
        await expect(page.locator('.start_contents li').first()).toBeVisible();
        await page.unroute('**/assets/main-*.js');
        await page.getByRole('alert').getByRole('button').click();
        await expect(page.locator('.hero .number').first()).toBeVisible();
      },
    );
});

test('changing the language preserves the state', async ({ page }) => {
  await open_panel(page, '/en/#v=2&token=3&x=1.25&zoom=1', 'feed_forward');
  await page.getByRole('link', { name: 'Français' }).click();
  await expect(page).toHaveURL(/\/fr\/#v=2&token=3&x=1.25&zoom=1&panel=feed_forward$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('radio', { name: '2 × 5 tokens, graine 42' })).toBeChecked();
  await expect(page.locator('.token_choice select')).toHaveValue('3');
  await page.getByRole('radio', { name: '1 token, graine 42' }).check();
  await page.getByRole('link', { name: 'Tiếng Việt' }).click();
  await expect(page).toHaveURL(
    /\/vi\/#v=2&example=notebook_token&x=1.25&zoom=1&panel=feed_forward$/,
  );
  await page.getByRole('link', { name: 'FFN Lab' }).click();
  await expect(page.locator('h1')).toHaveText('Mạng truyền thẳng làm gì?');
  // The root remembers the choice.
  await page.goto('/');
  await expect(page).toHaveURL(/\/vi\/$/);
});

test(
  'the address contains the state; Back undoes a change of example',
  in_both_browsers,
  async ({ page }) => {
    await open_step(page, '/en/', 'feed_forward');
    await page.getByRole('radio', { name: 'Worked example, 4 → 8' }).check();
    await expect(page).toHaveURL(/#v=2&example=chapter&panel=feed_forward$/);
    await show_relu(page);
    await page.getByRole('radio', { name: 'ReLU', exact: true }).check();
    await expect(page).toHaveURL(/#v=2&example=chapter&emphasis=relu&panel=feed_forward$/);
    await page.evaluate(() => history.back());
    await expect(page.getByRole('radio', { name: '2 × 5 tokens, seed 42' })).toBeChecked();
    await expect(page.locator('[data-tensor-view="x"] .tensor_shape')).toHaveText('(2, 5, 8)');
  },
);

test(
  'a new address in the open page opens its panel and state, and Back returns',
  in_both_browsers,
  async ({ page }) => {
    await open_panel(page, '/en/#v=2&example=chapter', 'feed_forward');
    await page.evaluate(() => (location.hash = '#v=2&example=notebook_batch&panel=dropout'));
    await expect(page.locator('#dropout h2')).toBeInViewport();
    await expect(page.locator('#dropout h2')).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('radio', { name: 'Worked example, 4 → 8' })).toBeChecked();
  },
);

test('an invalid address gives the default settings and a message', async ({ page }) => {
  for (const hash of [
    '#v=2&x=NaN&token=<b>',
    '#v=9',
    `#v=2&x=${'1'.repeat(100_000)}`,
    '#v=2&__proto__=1',
    '#v=2&example=%E0%A4%A',
  ]) {
    await page.goto('about:blank');
    await open_page(page, `/en/${hash}`);
    await expect(page.getByText('the default settings are used')).toBeVisible();
    await go_to_step(page, 'feed_forward');
    await expect(page.getByRole('radio', { name: '2 × 5 tokens, seed 42' })).toBeChecked();
  }
});

test('a token beyond the last one gives the last one', async ({ page }) => {
  await open_panel(page, '/en/#v=2&example=chapter&token=999', 'feed_forward');
  await expect(page.locator('.token_choice select')).toHaveValue('1');
});

test('the root prefers ?lang and preserves the state', async ({ page }) => {
  await page.goto('/?lang=fr#v=2&example=gpt2');
  await expect(page).toHaveURL(/\/fr\/#v=2&example=gpt2$/);
  await page.goto('/?lang=de');
  await expect(page).toHaveURL(/\/en\/$/);
});

for (const [index, [locale, language]] of [
  ['fr-CA', 'fr'] as const,
  ['vi-VN', 'vi'] as const,
  ['de-DE', 'en'] as const,
].entries()) {
  test(
    `the root of a browser in ${locale} leads to ${language}`,
    browsers_of_case(index),
    async ({ browser, baseURL }) => {
      const context = await browser.newContext({ baseURL: baseURL!, locale });
      const page = await context.newPage();
      await page.goto('/');
      await expect(page).toHaveURL(new RegExp(`/${language}/$`));
      await context.close();
    },
  );
}

test('the page works below any path', async ({ page }) => {
  await page.goto(`${sub_path}/?lang=vi`);
  await expect(page).toHaveURL(new RegExp(`${sub_path}/vi/$`));
  await expect(page.locator('.hero .number').first()).toBeVisible();
  await go_to_step(page, 'feed_forward');
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(new RegExp(`${sub_path}/en/#v=2&panel=feed_forward$`));
  await expect(page.locator('[data-tensor-view="output.gelu"]')).toBeVisible();
});

test('the theme follows the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open_panel(page, '/en/', 'feed_forward');
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await background()).toBe('rgb(20, 23, 27)');
  const map = page.locator('[data-tensor-view="pre_activation"] canvas');
  const pixels = () => map.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const dark = await pixels();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(background).toBe('rgb(251, 250, 247)');
  await expect.poll(pixels).not.toBe(dark);
});

test('the theme can be chosen and is stored', in_both_browsers, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open_panel(page, '/en/', 'feed_forward');
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await expect.poll(background).toBe('rgb(251, 250, 247)');
  const map = page.locator('[data-tensor-view="pre_activation"] canvas');
  const pixels = () => map.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const light = await pixels();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect.poll(background).toBe('rgb(20, 23, 27)');
  await expect.poll(pixels).not.toBe(light);
  await page.reload();
  await expect.poll(background).toBe('rgb(20, 23, 27)');
  await page.getByRole('radio', { name: 'Auto' }).check();
  await expect.poll(background).toBe('rgb(251, 250, 247)');
});

test(
  'Back right after an edit and a change of example restores the edit',
  in_both_browsers,
  async ({ page }) => {
    await open_step(page, '/en/#v=2&example=notebook_batch', 'feed_forward');
    await page.evaluate(() => {
      const choose = (label: string) =>
        Array.from(document.querySelectorAll('#feed_forward label'))
          .find((element) => element.textContent?.includes(label))
          ?.querySelector('input')
          ?.click();
      const token = document.querySelector<HTMLSelectElement>('.token_choice select');
      if (token === null) throw new Error('there is no choice of tokens');
      token.value = '3';
      token.dispatchEvent(new Event('change', { bubbles: true }));
      choose('Worked example');
    });
    await expect(page).toHaveURL(/example=chapter/);
    await page.goBack();
    await expect(page).toHaveURL(/#v=2&token=3/);
    await expect(page.locator('.token_choice select')).toHaveValue('3');
  },
);
