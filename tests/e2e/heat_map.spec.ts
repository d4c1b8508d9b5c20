/**
 * Heat maps: when one number changes only the changed cells are painted, with the same result as
 * painting all of them.
 */
import type { Page } from '@playwright/test';
import { lab_of, pass_of } from './core.ts';
import { expect, open_panel, show_relu, test } from './page_test.ts';

/** Changes the first number of the input. */
const change = (page: Page, value: string) =>
  page.evaluate(
    (next) => location.assign(`#v=2&example=notebook_batch&edits=x.0:${next}&panel=feed_forward`),
    value,
  );

/** Returns the image of every canvas as a data URL, by tensor. */
const paintings = (page: Page) =>
  page.evaluate(() => {
    const name = (canvas: Element) => {
      const part = canvas.closest('[data-tensor-view], [data-gradient]');
      return part?.getAttribute('data-tensor-view') ?? part?.getAttribute('data-gradient') ?? '';
    };
    return Object.fromEntries(
      Array.from(document.querySelectorAll('canvas'), (canvas) => [
        name(canvas),
        canvas.toDataURL(),
      ]),
    );
  });

/** Returns the images once they no longer change. */
async function last_paintings(page: Page) {
  let last = await paintings(page);
  const unchanged = async () => {
    const before = JSON.stringify(last);
    last = await paintings(page);
    return JSON.stringify(last) === before;
  };
  await expect.poll(unchanged, { intervals: [300] }).toBe(true);
  return last;
}

async function all_drawn(page: Page): Promise<void> {
  await expect(page.locator('.panel canvas').first()).toBeAttached();
  await expect(page.locator('.panel [aria-busy="true"]')).toHaveCount(0);
}

test('after a number has changed the heat maps equal a fresh page’s', async ({ page }) => {
  await open_panel(page, '/en/#v=2&example=notebook_batch', 'feed_forward');
  await show_relu(page);
  await all_drawn(page);
  const before = await paintings(page);
  const shown = page.locator('#feed_forward [data-tensor-view="x"] [role="option"]').first();
  // Values at the ends of the colour scale change its limits, values in the middle do not.
  for (const [value, text] of Object.entries({
    '2.9': '2.900',
    '-3': '−3.000',
    '0.5': '0.500',
    '0.51': '0.510',
    '0.2': '0.200',
  })) {
    await change(page, value);
    await expect(shown).toHaveText(text);
    await expect(page.locator('.panel [aria-busy="true"]')).toHaveCount(0);
  }
  const moved = await paintings(page);
  expect(Object.keys(moved).length).toBeGreaterThan(5);
  expect(moved.pre_activation).not.toBe(before.pre_activation);
  await expect(page).toHaveURL(/edits=x\.0:0\.2(&|$)/);
  await page.reload();
  await show_relu(page);
  await all_drawn(page);
  await expect.poll(() => paintings(page)).toEqual(moved);
});

test('unchanged cells are not painted again', async ({ page }) => {
  await page.addInitScript(() => {
    const counted = Object.assign(globalThis, { painted: 0 });
    const fill = Reflect.get(CanvasRenderingContext2D.prototype, 'fillRect');
    CanvasRenderingContext2D.prototype.fillRect = function (...box) {
      counted.painted++;
      fill.apply(this, box);
    };
  });
  await open_panel(page, '/en/#v=2&example=notebook_batch', 'feed_forward');
  await all_drawn(page);
  const painted = () => page.evaluate(() => (globalThis as unknown as { painted: number }).painted);
  const all = await painted();
  const shown = page.locator('#feed_forward [data-tensor-view="x"] [role="option"]').first();
  for (const value of ['0.5', '0.51']) {
    await change(page, value);
    await expect(shown).toHaveText(`${value}0`.padEnd(5, '0'));
    await expect(page.locator('.panel [aria-busy="true"]')).toHaveCount(0);
  }
  const before = await painted();
  await change(page, '0.52');
  await expect(shown).toHaveText('0.520');
  await expect(page.locator('.panel [aria-busy="true"]')).toHaveCount(0);
  // One of ten tokens has changed.
  const again = (await painted()) - before;
  expect(again).toBeGreaterThan(10);
  expect(again).toBeLessThan(all / 3);
});

test('a change of theme repaints every heat map', async ({ page }) => {
  await open_panel(page, '/en/#v=2&example=notebook_batch', 'feed_forward');
  await all_drawn(page);
  const light = await paintings(page);
  const dark = page.getByRole('radio', { name: 'dark', exact: false }).first();
  await dark.check({ force: true });
  await expect
    .poll(async () =>
      Object.entries(await paintings(page)).filter(([name, look]) => look === light[name]),
    )
    .toEqual([]);
  const before = await last_paintings(page);
  await page.reload();
  await all_drawn(page);
  await expect.poll(() => paintings(page)).toEqual(before);
});

test('on paper and in forced colours negative numbers have a second sign', async ({ page }) => {
  await page.addInitScript(() => {
    // Counts the rectangles of the last painting of each canvas, which begins in its corner.
    const context = CanvasRenderingContext2D.prototype;
    const fill = Reflect.get(context, 'fillRect');
    context.fillRect = function (x, y, width, height) {
      const { dataset } = this.canvas;
      dataset['rectangles'] = String(x === 0 && y === 0 ? 1 : Number(dataset['rectangles']) + 1);
      fill.call(this, x, y, width, height);
    };
  });
  const rectangles = (name: string) =>
    page
      .locator(`[data-tensor-view="${name}"] canvas`)
      .evaluate((canvas) => Number(canvas.dataset['rectangles']));
  await open_panel(page, '/en/#v=2&example=notebook_batch', 'feed_forward');
  await show_relu(page);
  await all_drawn(page);
  const cells = 10 * 32;
  await expect.poll(() => rectangles('pre_activation')).toBe(cells);
  await page.emulateMedia({ media: 'print' });
  const { x, ffn } = pass_of(await lab_of(page), 'notebook_batch');
  const negative = ffn.trace(x).pre_activation.data.filter((value) => value < 0).length;
  expect(negative).toBeGreaterThan(100);
  await expect.poll(() => rectangles('pre_activation')).toBe(cells + negative);
  // ReLU leaves no negative number.
  expect(await rectangles('hidden.relu')).toBe(cells);
  await expect(page.locator('.chain_minus').first()).toHaveCSS('stroke-dasharray', '1.5px, 1.5px');
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
  await open_panel(page, '/en/#v=2', 'activation');
  const dashes = (kind: string) =>
    page
      .locator(`#activation .series[data-kind="${kind}"] path`)
      .first()
      .evaluate((path) => getComputedStyle(path).strokeDasharray);
  await expect.poll(() => dashes('gelu')).toBe('none');
  expect(new Set([await dashes('identity'), await dashes('relu'), await dashes('gelu')]).size).toBe(
    3,
  );
});
