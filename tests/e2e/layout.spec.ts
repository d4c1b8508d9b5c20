import type { Page } from '@playwright/test';
import { keep_together } from '../../web/page/src/words/line_breaks.ts';
import { add_axe, expect_accessible } from './accessibility.ts';
import {
  expect,
  in_both_browsers,
  numbers_computed,
  open_all,
  open_page,
  open_step,
  steps,
  test,
  unfold_all,
} from './page_test.ts';

const languages = ['en', 'fr', 'vi'] as const;

/**
 * Axe checks a language in this theme and width. Colours and sizes do not depend on the language.
 */
const views = { en: ['light', 1440], fr: ['light', 1440], vi: ['dark', 390] } as const;

/**
 * Sets the theme as the page's own switch does: not every driver can emulate a preferred colour
 * scheme.
 */
function choose_theme(page: Page, theme: 'light' | 'dark'): Promise<unknown> {
  return page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
}

/**
 * This state shows much of each step. Each language has another example of numbers; French has the
 * longest words.
 */
const state = [
  'v=2&curves=relu,gelu,gelu_sigmoid,gelu_tanh&x=20&edits=b1.5:-2&dropout=0.3&fact_network=0&fact_rewrites=0.7&fact_prompt=1.2.3',
  'train_data=circle&train_changes=20.kill&train_step=40',
].join('&');
const examples = { en: 'pasted', fr: 'gpt2', vi: 'notebook_batch' } as const;

/** Makes a step show more: an error beside a field, data beside a figure. */
const actions: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  feed_forward: async (page) => {
    if (await page.locator('.pasted textarea').count())
      await page.locator('.pasted textarea').fill('1 2 x');
    await open_table(page, 'pre_activation');
    await page.locator('[data-tensor-view="hidden.gelu"] [role="option"]').first().focus();
  },
  hidden: (page) => open_table(page, 'hidden_histograms'),
  training: async (page) => {
    // The parts about the race appear with its first state.
    await expect(page.locator('#training .figure_frame').nth(1)).toBeVisible();
    await unfold_all(page, 'training');
    await page.locator('[data-figure="race_units"] .figure_tools_button').click();
  },
};

async function open_table(page: Page, name: string): Promise<void> {
  const figure = page.locator(`[data-figure="${name}"]`);
  await figure.locator('.figure_tools_button').click();
  await figure.locator('[aria-pressed]').click();
}

async function measure(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 });
  return page.evaluate(() => ({
    room: document.documentElement.clientWidth,
    needed: document.documentElement.scrollWidth,
    // Numbers must fit their cells as the page must fit the window.
    clipped: Array.from(document.querySelectorAll('.cell, .choice_option, .button, td, th'))
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 &&
          !element.querySelector('.visually_hidden'),
      )
      .map((element) => element.textContent),
  }));
}

async function expect_view_accessible(
  page: Page,
  language: keyof typeof views,
  selector?: string,
): Promise<void> {
  const [theme, width] = views[language];
  await choose_theme(page, theme);
  await page.setViewportSize({ width, height: 900 });
  await expect_accessible(page, selector);
}

async function expect_fits(page: Page, where: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    const measured = async () => {
      const { room, needed, clipped } = await measure(page, width);
      return { where, width, beyond: needed - room, clipped };
    };
    // Observers of sizes make wide tables scroll, a moment after the window has changed.
    await expect
      .configure({ soft: true })
      .poll(measured)
      .toEqual({ where, width, beyond: 0, clipped: [] });
  }
}

for (const language of languages) {
  test(`no step is wider than the window, axe finds no violation (${language})`, async ({
    page,
  }) => {
    await add_axe(page);
    // One language is checked with covered answers.
    if (language === 'vi')
      await page.addInitScript(
        () => location.protocol === 'http:' && localStorage.setItem('ffn-lab.answers', ''),
      );
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const id of steps) {
      await open_step(page, `/${language}/#${state}&example=${examples[language]}`, id);
      await unfold_all(page, id);
      await actions[id]?.(page);
      await numbers_computed(page);
      await expect_fits(page, id, language === 'fr' ? [320, 390, 768, 1024, 1440] : [320, 1440]);
      // One step is checked with all that surrounds it.
      if (language !== 'fr')
        await expect_view_accessible(page, language, id === 'block' ? 'html' : `#${id}`);
    }
  });
}

test(
  'nothing on the page of all steps is wider than the window',
  in_both_browsers,
  async ({ page }) => {
    await open_all(page, `/fr/#${state}&example=notebook_batch`);
    await expect_fits(page, 'all', [390, 1440]);
  },
);

for (const language of languages) {
  test(`the start page fits the window, and axe finds no violation (${language})`, async ({
    page,
  }) => {
    await add_axe(page);
    await open_page(page, `/${language}/#v=2&example=gpt2`);
    await page.locator('.badge summary').click();
    await expect_fits(page, 'start', [320, 390, 768, 1024, 1440]);
    await expect_view_accessible(page, language);
  });
}

test('on a touch screen every control is at least 44 pixels wide and high', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL: baseURL!,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await open_all(page, '/en/');
  await page.getByRole('radio', { name: keep_together('GPT-2 size, 10 tokens') }).check();
  await expect(page.locator('.guess_handle')).toHaveCount(5);
  const small = await page
    .locator(
      'button, select, input:not([type="radio"], [type="checkbox"], .visually_hidden), .choice_option, .step_done, summary, nav a, [role="option"]',
    )
    .evaluateAll((targets) =>
      targets.flatMap((target) => {
        const { width, height } = target.getBoundingClientRect();
        if (!target.checkVisibility()) return [];
        return height < 44 || width < 44
          ? [`${target.outerHTML.slice(0, 80)} ${width} × ${height}`]
          : [];
      }),
    );
  expect(small).toEqual([]);
  // Terms in a sentence are as wide as their letters.
  const heights = await page
    .locator('.term_link:visible')
    .evaluateAll((links) =>
      links.flatMap((link) => Array.from(link.getClientRects(), ({ height }) => height)),
    );
  expect(heights.length).toBeGreaterThan(10);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  await context.close();
});
