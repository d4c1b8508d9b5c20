/** Landmarks of the activations: their numbers, and the ways to move the cursor to them. */
import type { Page } from '@playwright/test';
import { lab_of } from './core.ts';
import { expect, open_step, test, unfold } from './page_test.ts';

async function open(page: Page, address: string): Promise<void> {
  await open_step(page, address, 'activation');
  await unfold(page, 'Landmarks');
}
const panel = (page: Page) => page.locator('#activation');
const cursor = (page: Page) => panel(page).getByRole('slider', { name: 'Cursor x on all plots' });

test('landmarks are the core’s, and a click moves the cursor to them', async ({ page }) => {
  await open(page, '/en/#v=2&zoom=1');
  const lab = await lab_of(page);
  const { minimum, derivative_maximum } = lab.activation_landmarks('gelu');
  const largest = (other: 'gelu_tanh' | 'gelu_sigmoid') =>
    lab.largest_difference('gelu', other).value;
  const table = page.locator('.landmarks');
  for (const [name, { x, y }] of [
    ['GELU’s lowest point, farthest from ReLU', minimum],
    ['The tanh form’s lowest point', lab.activation_landmarks('gelu_tanh').minimum],
    ['GELU’s greatest slope, at √2', derivative_maximum],
    ['Exact and tanh form farthest apart', largest('gelu_tanh')],
    ['Exact and sigmoid form farthest apart', largest('gelu_sigmoid')],
  ] as const) {
    const numbers = table.getByRole('row', { name }).locator('.number');
    await expect(numbers.first()).toHaveAttribute('value', String(x));
    await expect(numbers.last()).toHaveAttribute('value', String(y));
    await table.getByRole('button', { name }).click();
    await expect(cursor(page)).toHaveAttribute('aria-valuenow', String(Number(x.toFixed(6))));
  }
  // A landmark outside the zoomed range ends the zoom; one of a hidden curve shows the curve.
  await expect(page.getByRole('radio', { name: 'Zoom: −3 to 0' })).not.toBeChecked();
  await expect(panel(page).getByRole('checkbox', { name: 'sigmoid form' })).toBeChecked();
  expect(minimum.x).toBeCloseTo(-0.7518, 4);
  expect(derivative_maximum.x).toBeCloseTo(Math.SQRT2, 6);
});

test('a press on an annotation moves the cursor to its landmark', async ({ page }) => {
  await open(page, '/en/');
  const { x } = (await lab_of(page)).activation_landmarks('gelu').derivative_maximum;
  const ring = page.locator('.plot_derivative .plot_annotation_steepest .plot_annotation_ring');
  await ring.scrollIntoViewIfNeeded();
  const box = (await ring.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2 - 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.up();
  await page.mouse.move(box.x + box.width / 2 + 2, box.y + box.height / 2);
  await expect(cursor(page)).toHaveAttribute('aria-valuenow', String(Number(x.toFixed(6))));
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2);
  await expect(cursor(page)).not.toHaveAttribute('aria-valuenow', String(Number(x.toFixed(6))));
});
