/** The user's own matrix and drawing in the address: reload, back and forward, what the copy says. */
import type { Page } from '@playwright/test';
import { write_matrix } from '../../web/page/src/state/link_bytes.ts';
import {
  expect,
  in_both_browsers,
  numbers_computed,
  open_panel,
  open_step,
  test,
  unfold_all,
} from './page_test.ts';
import { parts } from './training_page.ts';

const field = (page: Page) => page.locator('.pasted textarea');
const copied = (page: Page) => page.locator('.step_end .share_link [role="status"]');

async function copy_link(page: Page): Promise<void> {
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.resolve() },
      configurable: true,
    }),
  );
  await page.locator('.step_end').getByRole('button', { name: 'Copy a link' }).click();
}

const bits_of_x = (page: Page) =>
  page
    .locator('[data-tensor-view="x"] [role="option"]')
    .evaluateAll((cells) => cells.map((cell) => cell.textContent));

test(
  'a pasted matrix survives reload, back and forward, bit by bit',
  in_both_browsers,
  async ({ page }) => {
    await open_step(page, '/en/#v=2&example=pasted', 'feed_forward');
    await unfold_all(page, 'feed_forward');
    await field(page).fill('0.1 -0.3\n1e-45 -0');
    const data = Float32Array.of(0.1, -0.3, 1e-45, -0);
    const in_address = `matrix=${write_matrix({ rows: 2, columns: 2, data })}`;
    await expect.poll(() => page.url()).toContain(in_address);
    await numbers_computed(page);
    const before = await bits_of_x(page);
    await copy_link(page);
    await expect(copied(page)).toHaveText(
      'Copied, with all settings. Your own matrix is in the link.',
    );
    await page.reload();
    await numbers_computed(page);
    await unfold_all(page, 'feed_forward');
    expect(await bits_of_x(page)).toEqual(before);
    await expect(field(page)).toHaveValue('0.1 -0.3\n1e-45 -0');
    // Another place, and back.
    await page.locator('.contents a[href="#hidden"]').click();
    await numbers_computed(page);
    await page.goBack();
    await expect.poll(() => page.url()).toContain(in_address);
    await expect(field(page)).toHaveValue('0.1 -0.3\n1e-45 -0');
  },
);

test('a matrix that is too large is left out, and the copy says so', async ({ page }) => {
  await open_step(page, '/en/#v=2&example=pasted', 'feed_forward');
  await unfold_all(page, 'feed_forward');
  await field(page).fill(Array(513).fill('0.5').join(' '));
  await expect.poll(() => page.url()).not.toContain('matrix=');
  await numbers_computed(page);
  await copy_link(page);
  await expect(copied(page)).toContainText('too large for the link');
  await field(page).fill(Array(512).fill('0.5').join(' '));
  await expect.poll(() => page.url()).toContain('matrix=1x512.');
});

test(
  'drawn points survive reload, back and forward, and the copy says what it has',
  in_both_browsers,
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 1400 });
    await open_panel(page, '/en/#v=2&train_data=own', 'training');
    const { data, pad } = parts(page);
    await pad.scrollIntoViewIfNeeded();
    const { width } = (await pad.boundingBox())!;
    const draw = (x: number, y: number) => pad.click({ position: { x: x * width, y: y * width } });
    await draw(0.3, 0.3);
    await data.getByRole('radio', { name: 'Class B' }).check();
    await draw(0.7, 0.35);
    await expect.poll(() => page.url()).toMatch(/train_points=classes\.[\w-]{8}(&|$)/);
    const markers = () =>
      pad
        .locator('[class*="data_marker_"]')
        .evaluateAll((all) =>
          all.map((one) => [one.getAttribute('class'), one.getAttribute('transform')]),
        );
    const drawn = await markers();
    expect(drawn.length).toBeGreaterThanOrEqual(2);
    await copy_link(page);
    await expect(copied(page)).toHaveText(
      'Copied, with all settings. The points that you have drawn are in the link.',
    );
    const address = page.url();
    await page.reload();
    await expect.poll(markers).toEqual(drawn);
    await page.locator('.contents a[href="#dropout"]').click();
    await numbers_computed(page);
    await page.goBack();
    await expect.poll(() => page.url()).toBe(address);
    await expect.poll(markers).toEqual(drawn);
    // CSV is not in the link.
    await data.getByRole('radio', { name: 'CSV' }).check();
    await expect.poll(() => page.url()).not.toContain('train_points');
    await copy_link(page);
    await expect(copied(page)).toContainText('not in the link');
  },
);

test(
  'own data that are wrong in an address are refused with a notice',
  in_both_browsers,
  async ({ page }) => {
    for (const wrong of [
      'example=pasted&matrix=2x2.AACAPw',
      'example=pasted&matrix=1x1.AADAfw',
      'example=pasted&matrix=1x1.%3Cb%3E',
      'train_data=own&train_points=classes.____',
    ]) {
      await page.goto('about:blank');
      await open_step(page, `/en/#v=2&${wrong}`, 'feed_forward');
      await expect(page.locator('main > .notice[role="status"]')).toBeVisible();
    }
  },
);
