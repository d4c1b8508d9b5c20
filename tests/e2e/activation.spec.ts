import type { Page } from '@playwright/test';
import { lab_of } from './core.ts';
import {
  expect,
  in_both_browsers,
  numbers_computed,
  open_step,
  test,
  unfold,
} from './page_test.ts';
import { move_slider, smoke_test } from './smoke.ts';

smoke_test('activation', move_slider);

const open = (page: Page, address: string) => open_step(page, address, 'activation');

const kinds = ['gelu', 'gelu_tanh', 'gelu_sigmoid', 'relu'] as const;
type Kind = (typeof kinds)[number];
const default_kinds = ['gelu', 'gelu_tanh', 'relu'] as const;
const parts = ['value', 'derivative'] as const;
const panel = (page: Page) => page.locator('#activation');
const cursor = (page: Page) =>
  panel(page).getByRole('slider', { name: 'Cursor x on all three plots' });
const at_cursor = (page: Page, path: string) =>
  page.locator(`[data-recipe="activation.at_cursor"][data-path="${path}"]`);
const plots = (page: Page) => page.locator('.linked_plots svg.plot');

/** Expects the values at x in the table, and the line and the dots of all plots at x. */
async function expect_cursor_at(
  page: Page,
  x: number,
  shown: readonly Kind[] = default_kinds,
): Promise<void> {
  const lab = await lab_of(page);
  await expect(cursor(page)).toHaveAttribute('aria-valuenow', String(x));
  const readout = page.locator('.activation_figure table').first();
  for (const kind of kinds) {
    const curve = lab.activation(kind, [x]);
    for (const part of parts) {
      const value = readout.locator(`[data-path="${kind}.${part}.0"]`);
      if (shown.includes(kind))
        await expect(value).toHaveAttribute('value', String(curve[part][0]));
      else await expect(value).toHaveCount(0);
    }
  }
  const others = (['gelu_tanh', 'gelu_sigmoid'] as const).filter((kind) => shown.includes(kind));
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
  expect(lines).toEqual([lines[0], lines[0], lines[0]]);
  const dots = await page
    .locator('.linked_plots .plot_dot')
    .evaluateAll((circles) => circles.map((circle) => Number(circle.getAttribute('cx'))));
  expect(dots).toHaveLength(2 * shown.length + others.length);
  for (const dot of dots) expect(dot).toBeCloseTo(Number(lines[0]), 3);
}

test('pointer and keys move the cursor of all plots', in_both_browsers, async ({ page }) => {
  await open(page, '/en/');
  await expect_cursor_at(page, -0.75);
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
    await expect_cursor_at(page, plot + 1);
  }
  await page.mouse.move(0, 0);
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect_cursor_at(page, 3.05);
  await page.keyboard.press('PageDown');
  await expect_cursor_at(page, 2.55);
  await page.keyboard.press('Home');
  await expect_cursor_at(page, -5);
  await page.keyboard.press('ArrowLeft');
  await expect_cursor_at(page, -5);
  await page.keyboard.press('End');
  await expect_cursor_at(page, 5);
});

test('the plotted curves equal the core’s values', async ({ page }) => {
  await open(page, '/en/#v=2&curves=relu,gelu,gelu_sigmoid,gelu_tanh');
  const lab = await lab_of(page);
  const scales = await plots(page).evaluateAll((all) =>
    all.map((plot) => {
      const at = (axis: 'x' | 'y') =>
        Array.from(plot.querySelectorAll('.plot_grid text')).flatMap((text) => {
          const path = text.parentElement?.querySelector('path')?.getAttribute('d') ?? '';
          const [, x, y, direction] = /^M([\d.]+) ([\d.]+)([HV])/.exec(path) ?? [];
          const value = Number(text.textContent?.replace('−', '-'));
          return (direction === 'V') === (axis === 'x')
            ? [[value, Number(axis === 'x' ? x : y)]]
            : [];
        });
      return { x: at('x'), y: at('y') };
    }),
  );
  const invert = (ticks: number[][]) => {
    const [a, b] = [ticks[0]!, ticks.at(-1)!];
    return (pixel: number) => a[0]! + ((pixel - a[1]!) / (b[1]! - a[1]!)) * (b[0]! - a[0]!);
  };
  for (const [plot, part] of parts.entries()) {
    const [to_x, to_y] = [invert(scales[plot]!.x), invert(scales[plot]!.y)];
    for (const kind of kinds) {
      const paths = await page
        .locator('.linked_plots svg.plot')
        .nth(plot)
        .locator(`.series_${kind} path`)
        .evaluateAll((all) => all.map((path) => path.getAttribute('d') ?? ''));
      const points = paths
        .join('')
        .match(/-?[\d.]+,-?[\d.]+/g)!
        .map((pair) => pair.split(',').map(Number));
      expect(points.length).toBeGreaterThan(200);
      const values = lab.activation(
        kind,
        points.map(([x]) => to_x(x!)),
      )[part];
      for (const [index, [x, y]] of points.entries()) {
        // At the jump of ReLU's derivative the rounded pixel does not determine the side.
        if (kind === 'relu' && Math.abs(to_x(x!)) < 1e-3) continue;
        expect(Math.abs(to_y(y!) - values[index]!)).toBeLessThan(0.01);
      }
    }
  }
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
  // An address with a state, so that no answer is covered.
  await open(page, '/en/#v=2&x=0');
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

test('the lowest point in the text is the core’s', async ({ page }) => {
  await open(page, '/en/');
  const { minimum } = (await lab_of(page)).activation_landmarks('gelu');
  const text = (value: number) => value.toFixed(3).replace('-', '−');
  await expect(page.locator('#activation')).toContainText(
    `it falls to ${text(minimum.y)} at x\u00a0=\u00a0${text(minimum.x)},`,
  );
});

test('the strip draws the differences on their own scale and prints its ends', async ({ page }) => {
  await open(page, '/en/');
  const lab = await lab_of(page);
  const strip = page.locator('.linked_plots .plot_difference');
  const title = page.locator('#activation_difference');
  const draws = async (
    shown: readonly ('gelu_tanh' | 'gelu_sigmoid')[],
    scale: 'gelu_tanh' | 'gelu_sigmoid',
  ) => {
    const limit = lab.largest_difference('gelu', scale).value.y;
    for (const printed of await title.locator('.number').all())
      await expect(printed).toHaveAttribute('value', String(limit));
    await expect(strip.locator('.series')).toHaveCount(shown.length);
    for (const other of shown) {
      const path = await strip.locator(`.series_${other} path`).getAttribute('d');
      const points = path!.match(/-?[\d.]+,-?[\d.]+/g)!.map((pair) => pair.split(',').map(Number));
      const { value } = lab.activation_difference('gelu', other, {
        low: -5,
        high: 5,
        points: points.length,
      });
      // The frame of a plot of 120 pixels is from 8 to 96.
      for (const [index, [, y]] of points.entries())
        expect(y).toBeCloseTo(47 - (39 * value[index]!) / limit, 2);
    }
  };
  await draws(['gelu_tanh'], 'gelu_tanh');
  await panel(page).getByRole('checkbox', { name: 'sigmoid form' }).check();
  await expect(title.locator('.number').first()).toContainText('0.0203');
  await draws(['gelu_tanh', 'gelu_sigmoid'], 'gelu_sigmoid');
});

test('at least one curve is shown; the address contains the choice', async ({ page }) => {
  await open(page, '/en/');
  const box = (name: string) => panel(page).getByRole('checkbox', { name, exact: true });
  await box('sigmoid form').check();
  await expect_cursor_at(page, -0.75, kinds);
  await expect
    .poll(() => new URL(page.url()).hash)
    .toBe('#v=2&curves=relu,gelu,gelu_sigmoid,gelu_tanh&panel=activation');
  await box('tanh form').uncheck();
  await box('sigmoid form').uncheck();
  await expect(page.locator('#activation_difference')).toContainText(
    'Show the tanh or the sigmoid form',
  );
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

test('without its activation the network equals one matrix', async ({ page }) => {
  await open(page, '/en/#v=2&example=notebook_batch&token=3');
  await unfold(page, 'The activation taken out');
  await numbers_computed(page);
  const number = (path: string) =>
    page.locator(`[data-recipe="activation.without_activation"][data-path="${path}"]`);
  const shown = async (path: string) => Number(await number(path).getAttribute('value'));
  // The first output of token 3, whose d_model is 8.
  expect(await shown('one.24')).toBeCloseTo(await shown('two.24'), 5);
  expect(Math.abs((await shown('gelu.24')) - (await shown('two.24')))).toBeGreaterThan(1e-3);
  expect(await shown('difference.largest')).toBeLessThan(1e-5);
  await expect(number('difference.count')).toHaveAttribute('value', '80');
  const left = (path: string) =>
    page.locator(`[data-recipe="facts.without_activation"][data-path="${path}"]`);
  const counts = await Promise.all(
    ['right', 'before', 'of'].map((path) => left(path).getAttribute('value')),
  );
  expect(Number(counts[0])).toBeLessThan(Number(counts[2]) / 10);
  expect(counts[1]).toBe(counts[2]);
});
