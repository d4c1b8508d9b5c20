/**
 * The control of a step and what answers it are in one view, on a laptop and on a phone: a reader
 * who has read brings the control to the middle of the window, uses it, and scrolls no more.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, numbers_computed, open_panel, test } from './page_test.ts';
import { actions } from './smoke_actions.ts';

const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Returns the markup of elements, which tells whether they have changed. */
const content = (elements: Locator) =>
  elements.evaluateAll((all) => all.map((element) => element.outerHTML).join());

/**
 * Returns of which edges of the first visible element nothing is seen: those outside the window or
 * below a bar that sticks to its edge.
 */
const hidden_edges = (elements: Locator) =>
  elements.evaluateAll((all) => {
    const element = all.find((one) => one.checkVisibility());
    if (element === undefined) return ['no such element'];
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const covering = Array.from(document.querySelectorAll('.guide_strip, .inspector, .race_player'))
      .filter((bar) => /sticky|fixed/.test(getComputedStyle(bar).position))
      .filter((bar) => bar.checkVisibility() && !bar.contains(element));
    const covered = (at_x: number, at_y: number) =>
      at_x < 0 ||
      at_x > document.documentElement.clientWidth ||
      at_y < 0 ||
      at_y > innerHeight ||
      covering.some((bar) => {
        const box = bar.getBoundingClientRect();
        return at_x > box.left && at_x < box.right && at_y > box.top && at_y < box.bottom;
      });
    const edges = {
      left: [left, y],
      top: [x, top],
      right: [right, y],
      bottom: [x, bottom],
    } as const;
    return Object.entries(edges)
      .filter(([, [at_x, at_y]]) => covered(at_x, at_y))
      .map(([name]) => `${name} (${Math.round(top)} to ${Math.round(bottom)})`);
  });

async function opened(page: Page, name: string): Promise<Locator> {
  if (name === 'hero') {
    await page.goto('/en/');
    await numbers_computed(page);
    return page.locator('.hero');
  }
  await open_panel(page, '/en/', name);
  await numbers_computed(page);
  return page.locator(`#${name}`);
}

for (const { width, height } of windows)
  test.describe(`in a window of ${width} × ${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: width < 700 });
    for (const [name, { control, act, answers }] of Object.entries(actions)) {
      if (answers === undefined) continue;
      test(`the answer to the control of ${name} is in view`, async ({ page }) => {
        const step = await opened(page, name);
        const used = control(step);
        const shown = answers.map((selector) => step.locator(selector));
        const before = await Promise.all(shown.map(content));
        await used.evaluate((element) =>
          element.scrollIntoView({ block: 'center', behavior: 'instant' }),
        );
        await act(used);
        for (const [place, answer] of shown.entries())
          await expect
            .poll(async () => (await content(answer)) !== before[place], answers[place])
            .toBe(true);
        await numbers_computed(page);
        for (const [place, answer] of [used, ...shown].entries())
          expect.soft(await hidden_edges(answer), answers[place - 1] ?? 'the control').toEqual([]);
      });
    }
  });
