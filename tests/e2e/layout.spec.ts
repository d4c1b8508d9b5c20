import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { expect, open_page, test } from './page_test.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const languages = ['en', 'fr', 'vi'] as const;
const schemes = ['light', 'dark'] as const;

/** By the page's own switch: not every browser can be told a preference. */
function choose_theme(page: Page, theme: 'light' | 'dark'): Promise<unknown> {
  return page.addInitScript((name) => {
    // The empty page that a tab begins with has no storage.
    if (location.protocol === 'http:') localStorage.setItem('ffn-lab.theme', name);
  }, theme);
}

for (const language of languages) {
  for (const scheme of schemes) {
    test(`pictures (${language}, ${scheme})`, async ({ page, browserName, guard }) => {
      // To take a picture, Playwright adds an inline style, which the page's policy refuses.
      guard.allow(/style-src-elem/);
      await choose_theme(page, scheme);
      await open_page(page, `/${language}/#v=1&example=notebook_batch&token=3`);
      for (const width of [1440, 768, 390]) {
        // As high as the page: what sticks to the lower edge of the window is then where it belongs.
        await page.setViewportSize({ width, height: 900 });
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ width, height });
        await page.screenshot({ path: `.artifacts/pictures/${browserName}-${language}-${scheme}-${width}.png` });
      }
    });
  }

  test(`nothing is wider than the window (${language})`, async ({ page }) => {
    for (const example of ['notebook_batch', 'gpt2', 'pasted']) {
      await page.goto('about:blank');
      await open_page(page, `/${language}/#v=1&example=${example}&curves=relu,gelu,gelu_sigmoid,gelu_tanh`);
      await page.locator('.badge summary').click();
      for (const width of [320, 390, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const { room, needed, clipped } = await page.evaluate(() => ({
          room: document.documentElement.clientWidth,
          needed: document.documentElement.scrollWidth,
          // A number that does not fit its cell is as bad as a page that does not fit its window.
          clipped: Array.from(document.querySelectorAll('.cell, .choice_option, .button, td, th'))
            .filter((element) => element.scrollWidth > element.clientWidth + 1 && !element.querySelector('.visually_hidden'))
            .map((element) => element.textContent),
        }));
        expect({ width, needed, clipped }).toEqual({ width, needed: room, clipped: [] });
      }
    }
  });

  for (const scheme of schemes) {
    test(`accessibility (${language}, ${scheme})`, async ({ page }) => {
      await page.addInitScript({ path: axe });
      await choose_theme(page, scheme);
      // In the dark, as a reader sees it who is still asked for the derivative.
      if (scheme === 'dark')
        await page.addInitScript(() => location.protocol === 'http:' && localStorage.setItem('ffn-lab.derivative', 'asked'));
      await page.setViewportSize({ width: scheme === 'light' ? 1440 : 390, height: 900 });
      await open_page(page, `/${language}/#v=1&example=pasted&x=20`);
      await page.locator('.pasted textarea').fill('1 2 x');
      await page.locator('.badge summary').click();
      for (const name of ['pre_activation', 'hidden_histograms']) {
        const figure = page.locator(`[data-figure="${name}"]`);
        await figure.locator('.figure_tools_button').click();
        await figure.locator('[aria-pressed]').click();
      }
      await page.locator('[data-tensor-view="hidden.gelu"] [role="option"]').first().focus();
      const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
      expect(
        violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`) })),
      ).toEqual([]);
    });
  }
}

test('fingers have room', { tag: '@chromium' }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await open_page(page, '/en/');
  await page.getByRole('radio', { name: 'GPT-2 size, 10 tokens' }).check();
  await expect(page.locator('.guess_handle')).toHaveCount(5);
  const small = await page
    .locator('button, select, input:not([type="radio"]), .choice_option, summary, nav a, [role="option"]')
    .evaluateAll((targets) =>
      targets.flatMap((target) => {
        const { width, height } = target.getBoundingClientRect();
        if (!target.checkVisibility()) return [];
        return height < 44 || width < 44 ? [`${target.outerHTML.slice(0, 80)} ${width} × ${height}`] : [];
      }),
    );
  expect(small).toEqual([]);
  await context.close();
});
