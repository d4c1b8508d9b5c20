import type { Page } from '@playwright/test';
import { lab_of } from './core.ts';
import { expect, open_page, test } from './page_test.ts';

const kinds = ['gelu', 'gelu_tanh', 'relu'] as const;
const parts = ['value', 'derivative'] as const;

/** The table, the dots and the line of both plots belong to x. */
async function expect_cursor_at(page: Page, x: number): Promise<void> {
  const lab = await lab_of(page);
  await expect(page.locator('#activation').getByRole('slider')).toHaveAttribute('aria-valuenow', String(x));
  for (const kind of kinds) {
    const curve = lab.activation(kind, [x]);
    for (const part of parts) {
      await expect(page.locator(`[data-tensor="${kind}.${part}"]`)).toHaveAttribute('value', String(curve[part][0]));
    }
  }
  const one = (kind: 'gelu' | 'gelu_tanh', part: 'value' | 'derivative') => ({ data: lab.activation(kind, [x])[part], shape: [1] });
  for (const part of parts) {
    const gap = lab.mean_absolute_difference(one('gelu', part), one('gelu_tanh', part));
    await expect(page.locator(`[data-tensor="gelu−gelu_tanh.${part}"]`)).toHaveAttribute('value', String(gap));
  }
  const lines = await page
    .locator('.plot_cursor')
    .evaluateAll((paths) => paths.map((path) => /^M([\d.]+)/.exec(path.getAttribute('d') ?? '')?.[1]));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toBe(lines[1]);
  const dots = await page.locator('.plot_dot').evaluateAll((circles) => circles.map((circle) => Number(circle.getAttribute('cx'))));
  expect(dots).toHaveLength(6);
  for (const dot of dots) expect(dot).toBeCloseTo(Number(lines[0]), 3);
}

test('the cursor is one in both plots, by pointer and by keys', async ({ page }) => {
  await open_page(page, '/en/');
  await expect_cursor_at(page, -0.75);
  const slider = page.locator('#activation').getByRole('slider');
  await slider.scrollIntoViewIfNeeded();
  for (const plot of [0, 1]) {
    const box = (await page.locator('svg.plot').nth(plot).boundingBox())!;
    const zero = box.x + 48 + (box.width - 60) / 2;
    await page.mouse.move(zero + ((box.width - 60) / 10) * (plot + 1), box.y + box.height / 2);
    await expect_cursor_at(page, plot + 1);
  }
  await page.mouse.move(0, 0);
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect_cursor_at(page, 2.05);
  await page.keyboard.press('PageDown');
  await expect_cursor_at(page, 1.55);
  await page.keyboard.press('Home');
  await expect_cursor_at(page, -5);
  await page.keyboard.press('ArrowLeft');
  await expect_cursor_at(page, -5);
  await page.keyboard.press('End');
  await expect_cursor_at(page, 5);
});

test('the plotted curves are the core’s', async ({ page }) => {
  await open_page(page, '/en/');
  const lab = await lab_of(page);
  const scales = await page.locator('svg.plot').evaluateAll((plots) =>
    plots.map((plot) => {
      const at = (axis: 'x' | 'y') =>
        Array.from(plot.querySelectorAll('.plot_grid text')).flatMap((text) => {
          const path = text.parentElement?.querySelector('path')?.getAttribute('d') ?? '';
          const [, x, y, direction] = /^M([\d.]+) ([\d.]+)([HV])/.exec(path) ?? [];
          const value = Number(text.textContent?.replace('−', '-'));
          return (direction === 'V') === (axis === 'x') ? [[value, Number(axis === 'x' ? x : y)]] : [];
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
        .locator('svg.plot')
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
        // At ReLU's jump the rounded pixel cannot say on which side the point is.
        if (kind === 'relu' && Math.abs(to_x(x!)) < 1e-3) continue;
        expect(Math.abs(to_y(y!) - values[index]!)).toBeLessThan(0.01);
      }
    }
  }
});

test('zoom shows −3 to 0 and keeps the cursor', async ({ page }) => {
  await open_page(page, '/en/');
  await page.getByRole('radio', { name: 'Zoom: −3 to 0' }).check();
  await expect_cursor_at(page, -0.75);
  await page.locator('#activation').getByRole('slider').focus();
  await page.keyboard.press('ArrowRight');
  await expect_cursor_at(page, -0.74);
  await expect(page.locator('#activation').getByRole('slider')).toHaveAttribute('aria-valuemin', '-3');
  await page.getByRole('textbox', { name: 'x', exact: true }).fill('2');
  await expect(page.locator('.activation_figure')).toContainText('outside the range drawn');
  await expect(page.locator('[data-tensor="relu.value"]')).toHaveText('2.0000000');
});

test('x can be typed with comma or point; a bad one is explained and the last good one kept', async ({ page }) => {
  await open_page(page, '/fr/');
  const field = page.getByRole('textbox', { name: 'x', exact: true });
  for (const [text, x] of [
    ['1,5', 1.5],
    ['-2.25', -2.25],
    ['−0,5', -0.5],
    ['1e1', 10],
  ] as const) {
    await field.fill(text);
    await expect(page.locator('#activation').getByRole('slider')).toHaveAttribute('aria-valuenow', String(x));
    await expect(field).toHaveAttribute('aria-invalid', 'false');
  }
  const bad = [
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
  for (const text of bad) {
    await field.fill(text);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    const message = page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`);
    await expect(message).not.toBeEmpty();
    expect((await message.textContent())!.length).toBeLessThan(120);
    await expect(page.locator('#activation').getByRole('slider')).toHaveAttribute('aria-valuenow', '10');
  }
});

test('many fast moves: the last one wins', async ({ page }) => {
  await open_page(page, '/en/');
  const slider = page.locator('#activation').getByRole('slider');
  await slider.scrollIntoViewIfNeeded();
  await slider.evaluate((element) => {
    const box = element.getBoundingClientRect();
    for (let move = 0; move < 1000; move++) {
      const clientX = box.left + 48 + ((box.width - 60) * ((move * 37) % 100)) / 100;
      element.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY: box.top + 40, bubbles: true }));
    }
    element.dispatchEvent(
      new PointerEvent('pointermove', { clientX: box.left + 48 + (box.width - 60) * 0.7, clientY: box.top + 40, bubbles: true }),
    );
  });
  await expect_cursor_at(page, 2);
});

test('touch: a drag moves the cursor', { tag: '@chromium' }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await open_page(page, '/en/');
  const plot = page.locator('svg.plot').first();
  await plot.scrollIntoViewIfNeeded();
  const box = (await plot.boundingBox())!;
  await page.touchscreen.tap(box.x + 48 + (box.width - 60) * 0.6, box.y + 100);
  await expect_cursor_at(page, 1);
  await context.close();
});

test('the lowest point that the text names is the core’s', async ({ page }) => {
  await open_page(page, '/en/');
  const { minimum } = (await lab_of(page)).activation_landmarks('gelu');
  const text = (value: number) => value.toFixed(3).replace('-', '−');
  await expect(page.locator('#activation')).toContainText(`it dips, to ${text(minimum.y)} at x\u00a0=\u00a0${text(minimum.x)},`);
});
