import type { Page } from '@playwright/test';
import { add_axe, expect_accessible } from './accessibility.ts';
import { browser_independent, expect, numbers_computed, open_all, open_page, test } from './page_test.ts';

const languages = ['en', 'fr', 'vi'] as const;

/** Themes and widths in which a language is checked by axe. Colours and sizes do not depend on the language. */
const views = {
  en: [
    ['light', 1440],
    ['dark', 390],
  ],
  fr: [['light', 1440]],
  vi: [['dark', 390]],
} as const;

/** Sets the theme as the page's own switch does: not every driver can emulate a preferred colour scheme. */
function choose_theme(page: Page, theme: 'light' | 'dark'): Promise<unknown> {
  return page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
}

/** Changes the state of the open page, which is faster than opening the page again. */
async function go_on_to(page: Page, hash: string): Promise<void> {
  await page.evaluate((next) => location.assign(next), hash);
  await numbers_computed(page);
}

async function measure(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 });
  return page.evaluate(() => ({
    room: document.documentElement.clientWidth,
    needed: document.documentElement.scrollWidth,
    // Numbers must fit their cells as the page must fit the window.
    clipped: Array.from(document.querySelectorAll('.cell, .choice_option, .button, td, th'))
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && !element.querySelector('.visually_hidden'))
      .map((element) => element.textContent),
  }));
}

for (const language of languages) {
  test(`nothing is wider than the window (${language})`, language === 'en' ? {} : browser_independent, async ({ page }) => {
    test.setTimeout(240_000);
    const curves = 'curves=relu,gelu,gelu_sigmoid,gelu_tanh';
    await open_all(page, `/${language}/#v=2&example=notebook_batch&${curves}`);
    for (const example of ['notebook_batch', 'gpt2', 'pasted']) {
      await go_on_to(page, `#v=2&example=${example}&${curves}&panel=all`);
      for (const width of [320, 390, 768, 1024, 1440]) {
        const { room, needed, clipped } = await measure(page, width);
        expect({ example, width, needed, clipped }).toEqual({ example, width, needed: room, clipped: [] });
      }
    }
  });

  test(`axe finds no violation (${language})`, browser_independent, async ({ page }) => {
    test.setTimeout(240_000);
    await add_axe(page);
    // One language is checked with covered answers.
    if (language === 'vi') await page.addInitScript(() => location.protocol === 'http:' && localStorage.setItem('ffn-lab.answers', ''));
    await open_all(page, `/${language}/#v=2&example=pasted&x=20`);
    await page.locator('.pasted textarea').fill('1 2 x');
    for (const name of ['pre_activation', 'hidden_histograms']) {
      const figure = page.locator(`[data-figure="${name}"]`);
      await figure.locator('.figure_tools_button').click();
      await figure.locator('[aria-pressed]').click();
    }
    await page.locator('[data-tensor-view="hidden.gelu"] [role="option"]').first().focus();
    for (const [scheme, width] of views[language]) {
      await choose_theme(page, scheme);
      await page.setViewportSize({ width, height: 900 });
      await expect_accessible(page);
    }
  });
}

for (const language of languages) {
  test(`the start page fits the window, and axe finds no violation (${language})`, browser_independent, async ({ page }) => {
    await add_axe(page);
    await open_page(page, `/${language}/#v=2&example=gpt2`);
    await page.locator('.badge summary').click();
    for (const width of [320, 390, 768, 1024, 1440]) {
      const { room, needed, clipped } = await measure(page, width);
      expect({ width, needed, clipped }).toEqual({ width, needed: room, clipped: [] });
    }
    for (const [scheme, width] of views[language]) {
      await choose_theme(page, scheme);
      await page.setViewportSize({ width, height: 900 });
      await expect_accessible(page);
    }
  });
}

test('on a touch screen every control is at least 44 pixels wide and high', { tag: '@chromium' }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await open_all(page, '/en/');
  await page.getByRole('radio', { name: 'GPT-2 size, 10 tokens' }).check();
  await expect(page.locator('.guess_handle')).toHaveCount(5);
  const small = await page
    .locator(
      'button, select, input:not([type="radio"], [type="checkbox"], .visually_hidden), .choice_option, .step_done, summary, nav a, [role="option"]',
    )
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
