/** A finger on a phone: it scrolls without changing anything, draws, and sees the figure first. */
import type { CDPSession, Page } from '@playwright/test';
import { course_steps, steps } from '../../web/page/src/steps/index.ts';
import { checkpoint_computed } from './checkpoint_page.ts';
import { expect, numbers_computed, open_step, step_shown, test, unfold_all } from './page_test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

interface Swipe {
  readonly from: readonly [x: number, y: number];
  readonly by: readonly [x: number, y: number];
}

/** A finger goes down, moves and is lifted, as the browser's own input. */
async function swipe(session: CDPSession, { from, by }: Swipe): Promise<void> {
  const steps = 12;
  const at = (step: number) => [
    { x: from[0] + (by[0] * step) / steps, y: from[1] + (by[1] * step) / steps },
  ];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= steps; step++) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) });
    await new Promise((resolve) => setTimeout(resolve, 16));
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/**
 * The middle of an element, which is scrolled to the middle of the window; waits until a finger
 * there hits it.
 */
async function middle(page: Page, selector: string): Promise<[number, number]> {
  const place = page.locator(selector).first();
  let found: [number, number] = [NaN, NaN];
  await expect(async () => {
    found = await place.evaluate((element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    });
    expect(
      await place.evaluate(
        (element, [x, y]) => element.contains(document.elementFromPoint(x, y)),
        found,
      ),
    ).toBe(true);
  }).toPass();
  return found;
}

/** The address, and the places of the controls, which some steps do not store. */
const settings = (page: Page) =>
  page.evaluate(() => [
    location.hash,
    ...Array.from(document.querySelectorAll<HTMLInputElement>('main input'), (input) =>
      /radio|checkbox/.test(input.type) ? `${input.checked}` : input.value,
    ),
    document.querySelectorAll('.cell_pinned, [aria-pressed="true"], .chain_focus').length,
  ]);

/** Steps that have no slider and no drawing. */
const without_surfaces: readonly string[] = ['independence', 'speed', 'corrections', 'glossary'];

/** Elements that answer to a finger, and drawings; `drawn_on` is where a finger draws. */
const surfaces =
  ':is(input[type="range"], svg.plot, svg.chain, canvas, .cells, .fact_map, .brushable)';
const drawn_on = '[role="application"]';

/** Marks every surface of a step by its place in the page; returns their number. */
const mark_surfaces = (page: Page, step: string) =>
  page.locator(`#${step} ${surfaces}`).evaluateAll((all, drawn_on) => {
    const wanted = all.filter(
      (element) => element.checkVisibility() && element.closest(`${drawn_on}, [inert]`) === null,
    );
    for (const [place, element] of wanted.entries())
      element.setAttribute('data-swiped', `${place}`);
    return wanted.length;
  }, drawn_on);

for (const step of steps)
  test(`a vertical swipe on any slider or drawing of ${step} scrolls and changes nothing`, async ({
    page,
    context,
  }) => {
    await open_step(page, '/en/#v=2&example=notebook_batch&model=sample', step);
    if (step === 'checkpoint') await checkpoint_computed(page);
    await unfold_all(page, step);
    await numbers_computed(page);
    const session = await context.newCDPSession(page);
    let count = 0;
    await expect(async () => {
      count = await mark_surfaces(page, step);
      expect(count).toBeGreaterThan(without_surfaces.includes(step) ? -1 : 0);
    }).toPass();
    for (let place = 0; place < count; place++) {
      const surface = `[data-swiped="${place}"]`;
      const from = await middle(page, surface);
      const name = await page
        .locator(surface)
        .evaluate((element) => element.outerHTML.slice(0, 90));
      const before = await page.evaluate(() => scrollY);
      const unchanged = await settings(page);
      await swipe(session, { from, by: [6, -160] });
      await expect
        .poll(() => page.evaluate(() => scrollY), `swiped ${name}`)
        .toBeGreaterThan(before + 80);
      await page.waitForTimeout(200); // a slow answer to the touch would come by then
      expect.soft(await settings(page), `swiped ${name}`).toEqual(unchanged);
    }
  });

test('a finger moves a slider sideways or by a tap', async ({ page, context }) => {
  await open_step(page, '/en/#v=2&example=notebook_batch', 'feed_forward');
  const session = await context.newCDPSession(page);
  const slider = page.locator('.chain_slider .slider');
  const from = await middle(page, '.chain_slider .slider');
  for (const by of [
    [60, 4],
    [0, 0],
  ] as const) {
    const before = await slider.inputValue();
    await swipe(session, { from, by });
    await expect(slider).not.toHaveValue(before);
    await expect(page).toHaveURL(new RegExp(`edits=x.\\d+:${await slider.inputValue()}`));
  }
});

test('a finger that draws does not scroll the page', async ({ page, context }) => {
  await open_step(page, '/en/#v=2', 'activation');
  const session = await context.newCDPSession(page);
  const from = await middle(page, '.fit_pad');
  const before = await page.evaluate(() => scrollY);
  await swipe(session, { from, by: [6, -60] });
  await expect(page).toHaveURL(/fit_points=/);
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test('a finger draws sideways, and the three curves are seen together', async ({
  page,
  context,
}) => {
  await open_step(page, '/en/#v=2', 'activation');
  const session = await context.newCDPSession(page);
  const from = await middle(page, '.fit_pad');
  await swipe(session, { from, by: [120, -20] });
  await expect(page).toHaveURL(/fit_points=/);
  const plot = page.locator('.fit_pad');
  await expect(plot.locator(':is(.series_identity, .series_relu, .series_gelu) path')).toHaveCount(
    3,
  );
  expect((await plot.boundingBox())!.height).toBeLessThan(300);
});

test('the values at the cursor stand at the finger', async ({ page, context }) => {
  await open_step(page, '/en/#v=2', 'activation');
  const session = await context.newCDPSession(page);
  const from = await middle(page, '.linked_plots svg.plot');
  await swipe(session, { from, by: [100, 0] });
  const readout = page.locator('.cursor_readout');
  await expect(readout).toContainText(/^x\s=\s[23]\..*GELU/);
  await expect(readout).toBeInViewport();
});

test('a step shows its figure after a paragraph and what to try, and its first tables whole', async ({
  page,
}) => {
  for (const id of course_steps) {
    await page.goto(`/fr/#${id}`); // the longest words
    await step_shown(page, id);
    await numbers_computed(page);
    const above = await page.locator(`#${id}`).evaluate((step) => {
      const visible = (selector: string) =>
        Array.from(step.querySelectorAll(selector)).filter(
          (element) =>
            element.checkVisibility() &&
            element.closest('.prediction, .try, .visually_hidden') === null,
        );
      const top = (element: Element) => element.getBoundingClientRect().top;
      const first = Math.min(...visible('figure, svg, canvas, table, fieldset, select').map(top));
      return visible('p')
        .filter((paragraph) => top(paragraph) < first)
        .map(({ textContent }) => textContent);
    });
    expect.soft(above.length, `${id}: ${above.join(' | ')}`).toBeLessThanOrEqual(1);
    const cut_off = await page
      .locator(`#${id} .table_frame`)
      .evaluateAll((frames) =>
        frames
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
          .map(({ textContent }) => textContent),
      );
    expect.soft(cut_off, id).toEqual([]);
  }
});

test('the two networks of the race are seen together', async ({ page }) => {
  await open_step(page, '/en/#v=2&train_step=50', 'training');
  await expect(page.locator('.race_runner svg')).toHaveCount(2 + 2);
  const [gelu, relu] = await page
    .locator('.race_runner .race_picture')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  expect(gelu?.top).toBe(relu?.top);
  expect(gelu?.right).toBeLessThan(relu?.left ?? 0);
});

test('nothing in view moves while a step opens', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { readonly value: number })[])
        shifts.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(globalThis, { shifts });
  });
  for (const id of steps) {
    await page.goto('about:blank');
    await page.goto(`/en/#${id}`);
    await step_shown(page, id);
    await numbers_computed(page);
    // The observer reports a frame later.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    const sum = await page.evaluate(
      () => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum,
    );
    expect.soft(sum, id).toBeLessThanOrEqual(0.05);
  }
});
