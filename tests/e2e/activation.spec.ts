import type { Page } from '@playwright/test';
import {
  approximate_kinds,
  curve_kinds,
  type CurveKind,
} from '../../web/page/src/words/curve_kinds.ts';
import { lab_of } from './core.ts';
import { expect, in_both_browsers, test } from './page_test.ts';
import { smoke_test } from './smoke.ts';
import { open, parts, panel, plots } from './activation_page.ts';

smoke_test('activation');
const default_kinds = ['gelu', 'relu'] as const;
const with_tanh = ['gelu', 'gelu_tanh', 'relu'] as const;
const cursor = (page: Page) => panel(page).getByRole('slider', { name: 'Cursor x on all plots' });
const at_cursor = (page: Page, path: string) =>
  page.locator(`[data-recipe="activation.at_cursor"][data-path="${path}"]`);

/** Expects the values at x in the table, and the line and the dots of all plots at x. */
async function expect_cursor_at(
  page: Page,
  x: number,
  shown: readonly CurveKind[] = default_kinds,
): Promise<void> {
  const lab = await lab_of(page);
  await expect(cursor(page)).toHaveAttribute('aria-valuenow', String(x));
  const readout = page.locator('.activation_figure table').first();
  for (const kind of curve_kinds) {
    const curve = lab.activation(kind, [x]);
    for (const part of parts) {
      const value = readout.locator(`[data-path="${kind}.${part}.0"]`);
      if (shown.includes(kind))
        await expect(value).toHaveAttribute('value', String(curve[part][0]));
      else await expect(value).toHaveCount(0);
    }
  }
  const others = approximate_kinds.filter((kind) => shown.includes(kind));
  for (const other of others) {
    const difference = lab.activation_difference('gelu', other, { low: x, high: x + 1, points: 2 });
    for (const part of parts) {
      await expect(at_cursor(page, `differences.${other}.${part}.0`)).toHaveAttribute(
        'value',
        String(difference[part][0]),
      );
    }
  }
  const lines = await page
    .locator('.linked_plots .plot_cursor')
    .evaluateAll((paths) =>
      paths.map((path) => /^M([\d.]+)/.exec(path.getAttribute('d') ?? '')?.[1]),
    );
  // The differences have a plot while there are any.
  const plots = parts.length + Math.min(1, others.length);
  expect(lines).toEqual(Array.from({ length: plots }, () => lines[0]));
  const dots = await page
    .locator('.linked_plots .plot_dot')
    .evaluateAll((circles) => circles.map((circle) => Number(circle.getAttribute('cx'))));
  expect(dots).toHaveLength(2 * shown.length + others.length);
  for (const dot of dots) expect(dot).toBeCloseTo(Number(lines[0]), 3);
}

test('pointer and keys move the cursor of all plots', in_both_browsers, async ({ page }) => {
  await open(page, `/en/#v=2&curves=${with_tanh.join()}`);
  await expect_cursor_at(page, -0.75, with_tanh);
  const slider = cursor(page);
  await slider.scrollIntoViewIfNeeded();
  for (const plot of [0, 1, 2]) {
    // The panels above may still grow, so the place of the plot is read before each move.
    await expect(async () => {
      const box = (await plots(page).nth(plot).boundingBox())!;
      const zero = box.x + 48 + (box.width - 60) / 2;
      await page.mouse.move(zero + ((box.width - 60) / 10) * (plot + 1), box.y + box.height / 2);
      await expect(slider).toHaveAttribute('aria-valuenow', String(plot + 1), { timeout: 1000 });
    }).toPass();
    await expect_cursor_at(page, plot + 1, with_tanh);
  }
  await page.mouse.move(0, 0);
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect_cursor_at(page, 3.05, with_tanh);
  await page.keyboard.press('PageDown');
  await expect_cursor_at(page, 2.55, with_tanh);
  await page.keyboard.press('Home');
  await expect_cursor_at(page, -5, with_tanh);
  await page.keyboard.press('ArrowLeft');
  await expect_cursor_at(page, -5, with_tanh);
  await page.keyboard.press('End');
  await expect_cursor_at(page, 5, with_tanh);
});

test('zoom shows −3 to 0 and does not move the cursor', async ({ page }) => {
  await open(page, '/en/');
  await page.getByRole('radio', { name: 'Zoom: −3 to 0' }).check();
  await expect_cursor_at(page, -0.75);
  await cursor(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect_cursor_at(page, -0.74);
  await expect(cursor(page)).toHaveAttribute('aria-valuemin', '-3');
  await page.getByRole('textbox', { name: 'x', exact: true }).fill('2');
  await expect(page.locator('.activation_figure')).toContainText('outside the range drawn');
  await expect(at_cursor(page, 'relu.value.0')).toHaveText('2.0000000');
});

test('x is accepted with comma or point; an invalid x is explained and the last valid x stays in use', async ({
  page,
}) => {
  await open(page, '/fr/');
  const field = page.getByRole('textbox', { name: 'x', exact: true });
  for (const [text, x] of [
    ['1,5', 1.5],
    ['-2.25', -2.25],
    ['−0,5', -0.5],
    ['1e1', 10],
  ] as const) {
    await field.fill(text);
    await expect(panel(page).getByRole('slider')).toHaveAttribute('aria-valuenow', String(x));
    await expect(field).toHaveAttribute('aria-invalid', 'false');
  }
  const invalid = [
    '',
    'NaN',
    'Infinity',
    '0x10',
    '1e400',
    '１２',
    '1_000',
    '٣',
    '1,5,2',
    '<img src=x onerror=alert(1)>',
    '9'.repeat(10_000),
    '1001',
  ];
  for (const text of invalid) {
    await field.fill(text);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    const message = page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`);
    await expect(message).not.toBeEmpty();
    expect((await message.textContent())!.length).toBeLessThan(120);
    await expect(panel(page).getByRole('slider')).toHaveAttribute('aria-valuenow', '10');
  }
});

test(
  'after many fast pointer moves the cursor is at the last one',
  in_both_browsers,
  async ({ page }) => {
    await open(page, '/en/');
    const slider = cursor(page);
    await slider.scrollIntoViewIfNeeded();
    await slider.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const move_to = (share: number) => {
        const clientX = box.left + 48 + (box.width - 60) * share;
        element.dispatchEvent(
          new PointerEvent('pointermove', { clientX, clientY: box.top + 40, bubbles: true }),
        );
      };
      for (let move = 0; move < 1000; move++) move_to(((move * 37) % 100) / 100);
      move_to(0.7);
    });
    await expect_cursor_at(page, 2);
  },
);

test('a tap or a swipe sideways moves the cursor, a swipe up scrolls the page', async ({
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
  await open(page, '/en/#v=2&x=0&answers=shown');
  const plot = plots(page).first();
  await plot.scrollIntoViewIfNeeded();
  const box = (await plot.boundingBox())!;
  await page.touchscreen.tap(box.x + 48 + (box.width - 60) * 0.6, box.y + 100);
  await expect_cursor_at(page, 1);
  const touch = await context.newCDPSession(page);
  const swipe = async (x: number, y: number) => {
    const from = { x: box.x + box.width / 2, y: box.y + 200 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
    for (let part = 1; part <= 10; part++)
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: [{ x: from.x + (x * part) / 10, y: from.y + (y * part) / 10 }],
      });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const before = await page.evaluate(() => scrollY);
  await swipe(4, -100);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  await expect(cursor(page)).toHaveAttribute('aria-valuenow', '1');
  await swipe(100, 0);
  await expect(cursor(page)).not.toHaveAttribute('aria-valuenow', '1');
  await context.close();
});

test('at least one curve is shown; the address contains the choice', async ({ page }) => {
  await open(page, '/en/');
  const box = (name: string) => panel(page).getByRole('checkbox', { name, exact: true });
  await expect(panel(page).locator('.activation_figure')).toContainText(
    'Show the tanh or the sigmoid form',
  );
  await box('tanh form').check();
  await box('sigmoid form').check();
  await expect_cursor_at(page, -0.75, curve_kinds);
  await expect
    .poll(() => new URL(page.url()).hash)
    .toBe('#v=2&curves=relu,gelu,gelu_sigmoid,gelu_tanh&panel=activation');
  await box('tanh form').uncheck();
  await box('sigmoid form').uncheck();
  await expect(page.locator('#activation_difference')).toHaveCount(0);
  await box('ReLU').uncheck();
  await expect(box('GELU')).toBeDisabled();
  await expect_cursor_at(page, -0.75, ['gelu']);
  await expect.poll(() => new URL(page.url()).hash).toBe('#v=2&curves=gelu&panel=activation');
  await page.reload();
  await expect(box('GELU')).toBeChecked();
  await expect(box('ReLU')).not.toBeChecked();
});

test('ReLU’s slope at 0 is called a convention, and is 1 just right of 0', async ({ page }) => {
  await open(page, '/en/#v=2&x=0');
  const slope = at_cursor(page, 'relu.derivative.0');
  await expect(slope).toHaveText('0');
  await expect(page.locator('.cursor_note')).toContainText(
    'At exactly 0, ReLU’s slope is 0 by convention; just right of it',
  );
  await expect(page.locator('.cursor_note .number').last()).toHaveText('1');
  await page.getByRole('textbox', { name: 'x', exact: true }).fill('0.0001');
  await expect(slope).toHaveText('1.0000000');
  await expect(page.locator('.cursor_note')).not.toContainText('convention');
});
