/** The step that compares what the sources print with what is right. */
import type { Page } from '@playwright/test';
import { lab_of, written } from './core.ts';
import { expect, numbers_computed, open_panel, test, unfold, unfold_all } from './page_test.ts';
import { smoke_test } from './smoke.ts';

smoke_test('corrections');

async function open(page: Page, address: string): Promise<void> {
  await open_panel(page, address, 'corrections');
  await unfold_all(page, 'corrections');
  await numbers_computed(page);
}

const step = (page: Page) => page.locator('#corrections');
const number = (page: Page, recipe: string, path: string) =>
  step(page).locator(`data[data-recipe="corrections.${recipe}"][data-path="${path}"]`).first();

test('the wrong printed numbers of the worked example are struck out', async ({ page }) => {
  await open(page, '/en/');
  const struck = {
    'hidden[0]': 0,
    'activated[0]': 7,
    'output[0]': 4,
    'hidden[1]': 8,
    'activated[1]': 8,
    'output[1]': 4,
  };
  for (const [name, count] of Object.entries(struck)) {
    const table = step(page).getByRole('table', { name, exact: true });
    await expect(table.locator('.printed')).toHaveCount(count);
  }
  const right = step(page).getByRole('table', { name: 'output[0]', exact: true }).locator('data');
  await expect(right).toHaveText(['0.421', '0.415', '0.425', '0.411']);
});

test('four printed counts are beside the right ones', async ({ page }) => {
  await open(page, '/en/');
  for (const [d_ff, printed, right] of [
    [768, '1,181,952', '1,181,184'],
    [1536, '2,363,904', '2,361,600'],
    [3072, '4,727,808', '4,722,432'],
    [4096, '6,297,600', '6,296,320'],
  ] as const) {
    const row = step(page).getByRole('row', { name: `768 → ${d_ff} → 768` });
    await expect(row.locator('.printed')).toHaveText(printed);
    await expect(row.locator('.number')).toHaveText(right);
  }
});

test('the numbers of the statements are the core’s', async ({ page }) => {
  await open(page, '/fr/');
  const lab = await lab_of(page);
  const { minimum } = lab.activation_landmarks('gelu');
  await expect(number(page, 'activations', 'landmarks.minimum.y')).toHaveText(
    written(minimum.y, 'fr', 3),
  );
  await expect(number(page, 'parameters', 'ratios.3.growth')).toHaveText('7,986');
  await expect(number(page, 'parameters', 'gpt2.linear1')).toHaveAttribute('value', '2362368');
  await expect(number(page, 'initial_weights', 'pytorch')).toHaveText('0,03125');
  const gradient = async (path: string) =>
    Number(await number(page, 'depth', path).getAttribute('value'));
  expect(await gradient('before')).toBeGreaterThan(await gradient('gradient'));
  await expect(step(page).locator('.skeleton')).toHaveCount(0);
});

test('a step leads to the corrections of its source, which unfold', async ({ page }) => {
  await open_panel(page, '/en/', 'block');
  await unfold(page, 'What a layer norm does');
  await page.locator('#block').getByRole('link', { name: 'Corrections to our sources' }).click();
  await expect(page.locator('#corrections_notes_vi')).toBeFocused();
  await expect(page.locator('#corrections_notes_vi')).toBeInViewport();
  await expect(step(page).getByText('“Ví dụ 4”')).toBeVisible();
});
