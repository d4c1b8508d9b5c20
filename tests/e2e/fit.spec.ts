/**
 * The curve that the reader draws in the step about the activation, and the three networks that are
 * fitted to it.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import {
  expect,
  in_both_browsers,
  numbers_computed,
  open_step,
  test,
  unfold,
} from './page_test.ts';

const open = (page: Page, address = '/en/#v=2') => open_step(page, address, 'activation');
const pad = (page: Page) => page.getByRole('application', { name: 'Plane for drawing a curve' });
const loss = (page: Page, network: string) =>
  page.locator(`.fit_losses [data-path="frames.30.${network}.loss"]`);
const value = async (number: Locator) => Number(await number.getAttribute('value'));
const drawn = (page: Page) =>
  pad(page)
    .locator('.series_drawn circle')
    .evaluateAll((all) => all.map((dot) => Number(dot.getAttribute('cy'))));
const curves = (page: Page) =>
  pad(page).locator(':is(.series_identity, .series_relu, .series_gelu) path');

/** The three curves as texts. */
const paths = (page: Page) =>
  curves(page).evaluateAll((all) => all.map((path) => path.getAttribute('d')));

test(
  'three networks are fitted to the curve that the reader draws; its address brings it back',
  in_both_browsers,
  async ({ page }) => {
    await open(page);
    await expect(curves(page)).toHaveCount(3);
    expect(await value(loss(page, 'identity'))).toBeGreaterThan(0.3);
    expect(await value(loss(page, 'gelu'))).toBeLessThan(0.05);
    const before = await drawn(page);
    await pad(page).scrollIntoViewIfNeeded();
    const box = (await pad(page).boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.2, { steps: 4 });
    await page.mouse.up();
    const after = await drawn(page);
    expect(after.slice(12, 20).every((y) => Math.abs(y - box.height * 0.2) < 2)).toBe(true);
    // The address stores hundredths.
    for (const end of [0, 32]) expect(after[end]).toBeCloseTo(before[end] ?? NaN, 0);
    await expect(page.getByRole('radio', { name: 'Yours' })).toBeChecked();
    await expect(page).toHaveURL(/fit_points=/);
    await expect.poll(() => value(loss(page, 'identity'))).not.toBeCloseTo(0.419, 3);
    await numbers_computed(page);
    // The curves of points on the way may still be replaced by those of the last one.
    let shown = await paths(page);
    const stays = async () => {
      const before = shown;
      await page.waitForTimeout(500);
      shown = await paths(page);
      return isDeepStrictEqual(before, shown);
    };
    await expect.poll(stays).toBe(true);
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await numbers_computed(page);
    await expect.poll(() => paths(page)).toEqual(shown);
    await page.getByRole('radio', { name: 'Absolute value' }).check();
    await expect(page.getByRole('radio', { name: 'Yours' })).toHaveCount(0);
    await expect.poll(() => value(loss(page, 'relu'))).toBeLessThan(0.001);
  },
);

test('the arrow keys choose a point and move it', async ({ page }) => {
  await open(page);
  const before = await drawn(page);
  await pad(page).focus();
  for (const key of ['ArrowRight', 'ArrowUp', 'Shift+ArrowUp']) await page.keyboard.press(key);
  await expect(pad(page).locator('.plot_cursor')).toHaveCSS('display', 'inline');
  await expect
    .poll(async () =>
      (await drawn(page)).map((y, index) => Math.abs(y - (before[index] ?? NaN)) < 1),
    )
    .toEqual(before.map((_, index) => index !== 17));
  expect((await drawn(page))[17]).toBeLessThan(before[17] ?? 0);
});

test('the units of all networks are drawn, one is highlighted, and training plays from the start', async ({
  page,
}) => {
  await open(page, '/en/#v=2&fit_width=4');
  await unfold(page, 'What each hidden unit adds');
  await expect(page.locator('.fit_units')).toHaveCount(3);
  for (const network of ['identity', 'relu', 'gelu'])
    await expect(page.locator(`.fit_units_${network} .series_unit path`)).toHaveCount(4);
  const chosen = page.locator('.fit_units_gelu .series_unit_chosen path');
  const first = await chosen.getAttribute('d');
  await page.getByRole('slider', { name: 'Highlighted hidden unit' }).press('ArrowRight');
  await expect(chosen).not.toHaveAttribute('d', first ?? '');
  const unit = await page.locator('.fit_units_gelu .series_unit path').nth(1).getAttribute('d');
  await expect(chosen).toHaveAttribute('d', unit ?? '');
  const end = await paths(page);
  const step = page.getByRole('slider', { name: 'Step', exact: true });
  await step.press('Home');
  await expect.poll(() => paths(page)).not.toEqual(end);
  await page.getByRole('button', { name: 'Train again' }).click();
  await expect(step).toHaveValue('600');
  expect(await paths(page)).toEqual(end);
});
