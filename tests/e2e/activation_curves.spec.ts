/** The plots of the activations: what is drawn agrees with the core. */
import { curve_kinds } from '../../web/page/src/words/curve_kinds.ts';
import { lab_of } from './core.ts';
import { expect, numbers_computed, test, unfold } from './page_test.ts';
import { open, parts, panel, plots } from './activation_page.ts';

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
    for (const kind of curve_kinds) {
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

test('the lowest point in the text is the core’s', async ({ page }) => {
  await open(page, '/en/');
  const { minimum } = (await lab_of(page)).activation_landmarks('gelu');
  const text = (value: number) => value.toFixed(3).replace('-', '−');
  await expect(page.locator('#activation')).toContainText(
    `it falls to ${text(minimum.y)} at x\u00a0=\u00a0${text(minimum.x)},`,
  );
});

test('the strip draws the differences on their own scale and prints its ends', async ({ page }) => {
  await open(page, '/en/#v=2&curves=relu,gelu,gelu_tanh');
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

test('without its activation the network equals one matrix', async ({ page }) => {
  await open(page, '/en/#v=2&example=notebook_batch&token=3');
  await unfold(page, 'Without an activation function');
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
