/**
 * Every step of the course opens with a question, closes with a conclusion, and is short until the
 * user unfolds something.
 */
import type { Page } from '@playwright/test';
import { course_steps, reading_minutes } from '../../web/page/src/steps/index.ts';
import { expect, numbers_computed, step_shown, test } from './page_test.ts';

const limits = { words: 150, controls: 10 };
const windows = [
  { width: 1440, height: 900, screens: 3 },
  { width: 390, height: 844, screens: 6 },
];

/** How the page's estimate of its duration is computed. */
const [words_per_minute, minutes_per_figure] = [200, 0.5];

/**
 * Counts what a first look at the step shows: words of running text, controls apart from the way
 * on, and the height.
 */
const measure = (page: Page, name: string) =>
  page.locator(`#${name}`).evaluate((step) => {
    const seen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const outside =
      '.step_end, .cover, [inert], .visually_hidden, .controls, .prediction, .branches, [class*="figure"]:not(.prose_and_figure), [class*="player"]';
    const texts = Array.from(step.querySelectorAll('p, li')).filter(
      (element) => seen(element) && element.closest(outside) === null,
    );
    const words = texts
      .flatMap(({ textContent }) => textContent.split(/\s+/))
      .filter((word) => /\p{L}{2}/u.test(word)).length;
    const single =
      'button:enabled:not([aria-disabled="true"]), select, textarea, input:not([type="radio"]), [role="slider"]';
    const groups = Array.from(
      step.querySelectorAll(`${single}, fieldset:has(input[type="radio"])`),
    );
    const inside =
      '.step_end, .cover, [inert], .figure_tools, table, [role="listbox"], svg, .value';
    const controls = groups.filter((element) => seen(element) && element.closest(inside) === null);
    const figures = Array.from(step.querySelectorAll('.figure_frame')).filter(seen).length;
    return {
      words,
      figures,
      controls: controls.map(({ textContent }) => textContent.slice(0, 24)),
      height: step.getBoundingClientRect().height,
    };
  });

test('each step of the course opens with a question, is short and closes with a conclusion', async ({
  page,
}) => {
  let difference = 0;
  for (const id of course_steps) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/en/#${id}`);
    await step_shown(page, id);
    await numbers_computed(page);
    // The race is drawn by a worker of its own, which starts later.
    if (id === 'training')
      await expect(page.locator('#training .figure_frame').nth(1)).toBeVisible();
    await expect(page.locator(`#${id} h2`).first()).toContainText('?');
    await expect(page.locator(`#${id} > .conclusion p`).first()).toContainText(/\p{L}{3}.*\.$/u);
    const { words, figures } = await measure(page, id);
    const minutes = words / words_per_minute + figures * minutes_per_figure;
    difference += minutes - reading_minutes[id];
    expect.soft(minutes, `minutes of ${id}`).toBeCloseTo(reading_minutes[id], 0);
    for (const { width, height, screens } of windows) {
      await page.setViewportSize({ width, height });
      const shown = await measure(page, id);
      expect.soft(shown.words, `words of ${id}`).toBeLessThanOrEqual(limits.words);
      expect
        .soft(shown.controls.length, `controls of ${id}: ${shown.controls.join(', ')}`)
        .toBeLessThanOrEqual(limits.controls);
      // Figures follow the width a moment after the window.
      await expect
        .configure({ soft: true })
        .poll(async () => (await measure(page, id)).height / height, `screens of ${id}`)
        .toBeLessThanOrEqual(screens);
    }
  }
  expect(Math.abs(difference)).toBeLessThan(0.75);
});
