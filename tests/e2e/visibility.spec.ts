/** Off-screen panels: the browser skips their rendering without a visible effect. */
import type { Page } from '@playwright/test';
import { expect, open_page, test } from './page_test.ts';

/** Returns for each panel whether it is in the viewport, settled, a placeholder of a lazy panel, rendered by the browser, and its height. */
const panels = (page: Page) =>
  page.locator('.panel').evaluateAll((sections) =>
    sections.map((section) => {
      const { top, bottom, height } = section.getBoundingClientRect();
      const drawn = section.firstElementChild!.checkVisibility({ contentVisibilityAuto: true });
      const in_viewport = bottom >= 0 && top <= innerHeight;
      const has_placeholder = section.querySelector('.lazy_placeholder') !== null;
      return { id: section.id, in_viewport, settled: section.matches('.panel_settled'), has_placeholder, drawn, height };
    }),
  );

/** Waits until every off-screen panel has settled. */
async function all_settled(page: Page): Promise<void> {
  for (const { id } of await panels(page)) {
    // Lazy panels are loaded near the viewport.
    await page.evaluate((name) => document.getElementById(name)?.scrollIntoView({ behavior: 'instant' }), id);
    await expect(page.locator(`#${id} .lazy_placeholder, #${id} .section_placeholder`)).toHaveCount(0);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect
    .poll(async () => (await panels(page)).every(({ settled, in_viewport }) => settled || in_viewport), { timeout: 60_000 })
    .toBe(true);
  await expect.poll(async () => (await panels(page)).at(-1)?.drawn).toBe(false);
}

const first_gradient = (page: Page) => page.locator('#backward [data-tensor="grad_x.gelu"]').first();

test('off-screen panels are not rendered, but their numbers are up to date', async ({ page }) => {
  await open_page(page, '/en/#v=1&example=notebook_token');
  await all_settled(page);
  const drawn = (await panels(page)).filter((one) => one.drawn).map(({ id }) => id);
  expect(drawn).not.toContain('backward');
  const before = await first_gradient(page).textContent();
  const cell = page.locator('#feed_forward [data-path^="tensors.output_gelu."]').first();
  const output = await cell.textContent();
  await page.locator('.hero_slider input').fill('2.5');
  await expect(cell).not.toHaveText(output!);
  await expect(first_gradient(page)).not.toHaveText(before!);
  await expect(page.locator('#backward [aria-busy="true"]')).toHaveCount(0);
  // The update has not rendered them, and screen readers still find them.
  expect((await panels(page)).filter((one) => one.drawn).map(({ id }) => id)).toEqual(drawn);
  await expect(page.locator('#backward').getByRole('heading', { level: 2 })).toHaveCount(1);
});

test('an off-screen panel has the same height as when visible, and nothing moves on scrolling back', async ({ page }) => {
  await open_page(page, '/en/#v=1&example=notebook_token');
  await all_settled(page);
  const heights = async () => Object.fromEntries((await panels(page)).map(({ id, height }) => [id, Math.round(height)]));
  const before = await heights();
  await page.locator('#cost').scrollIntoViewIfNeeded();
  await page.evaluate(() => document.getElementById('cost')?.scrollIntoView({ behavior: 'instant' }));
  await expect.poll(async () => (await panels(page)).find(({ id }) => id === 'cost')?.drawn).toBe(true);
  const tops = await page.evaluate(async () => {
    const heading = document.getElementById('cost_title')!;
    const found: number[] = [];
    for (let frame = 0; frame < 30; frame++) {
      await new Promise(requestAnimationFrame);
      found.push(Math.round(heading.getBoundingClientRect().top));
    }
    return found;
  });
  expect(new Set(tops).size).toBe(1);
  expect(await heights()).toEqual(before);
});

test('no click is lost while the panels settle', async ({ page }) => {
  await open_page(page, '/en/#v=1&panel=cost');
  const title = page.locator('#cost_title');
  await expect(title).toBeInViewport();
  await title.evaluate((heading) => {
    heading.addEventListener('click', () => (heading.dataset.clicks = String(Number(heading.dataset.clicks ?? 0) + 1)));
  });
  const settled = async () => (await panels(page)).every((one) => one.settled || one.in_viewport || one.has_placeholder);
  let clicks = 0;
  for (let rest = 0; rest < 20; rest += Number(await settled())) {
    const { x, y } = (await title.boundingBox())!;
    for (let count = 0; count < 10; count++) await page.mouse.click(x + 10, y + 10);
    clicks += 10;
  }
  await expect(title).toHaveAttribute('data-clicks', String(clicks));
  expect((await panels(page)).find(({ id }) => id === 'cost')?.settled).toBe(false);
});

// Playwright's driver for the stock Firefox cannot emulate print media.
test('printing renders all panels', { tag: '@chromium' }, async ({ page }) => {
  await open_page(page, '/en/#v=1&example=notebook_token');
  await all_settled(page);
  await page.emulateMedia({ media: 'print' });
  expect((await panels(page)).filter(({ drawn }) => !drawn)).toEqual([]);
});
