/**
 * The training panel: GELU and ReLU train side by side, and every path to a step shows the same
 * numbers.
 */
import type { Page } from '@playwright/test';
import { expect, in_both_browsers, open_panel, test, unfold } from './page_test.ts';
import { shown_answers } from './programs.ts';
import { smoke_test } from './smoke.ts';

smoke_test('training');

const panel = (page: Page) => page.locator('#training');
const button = (page: Page, name: string | RegExp) => panel(page).getByRole('button', { name });
const step = (page: Page) => panel(page).locator('.race_step data');
const timeline = (page: Page) => panel(page).getByRole('slider', { name: 'Step that is shown' });

async function open_race(page: Page, hash = '', at = 0): Promise<void> {
  await open_panel(page, `/en/#v=2${hash}`, 'training');
  await expect(step(page)).toHaveAttribute('value', String(at));
  for (const title of [
    'Kill the hidden units',
    'Hidden activations over time',
    'Are the weights the same again?',
  ])
    await unfold(page, title);
  await expect(panel(page).locator('.race_units')).toHaveCount(2);
}

/**
 * Presses Pause in the frame in which a step is passed: the playback of 500 steps may be over
 * before a test has asked for the step once more.
 */
async function pause_after(page: Page, least: number): Promise<void> {
  const pause = await button(page, 'Pause').elementHandle();
  await page.waitForFunction(
    ([node, from]) => {
      const shown = document.querySelector('#training .race_step data')?.getAttribute('value');
      if (!(Number(shown) > from)) return false;
      (node as HTMLElement).click();
      return true;
    },
    [pause, least] as const,
  );
}

/** Returns the panel's numbers, once all of its figures show the same step. */
async function numbers(page: Page): Promise<string[]> {
  const step_of_history = async () =>
    (await shown_answers(page, '#training [data-figure="race_history"]'))[0]?.text;
  // After a pause, one more frame may arrive.
  await expect
    .poll(async () => (await step_of_history()) === (await step(page).getAttribute('value')))
    .toBe(true);
  return (await shown_answers(page, '#training')).map(({ path, text }) => `${path} ${text}`);
}

test('training plays, pauses and repeats with the same numbers', async ({ page }) => {
  await open_race(page, '&train_width=8');
  await unfold(page, 'More settings');
  const loss = () =>
    panel(page)
      .locator('[data-figure="race_pictures"] [data-path="runners.gelu.data_loss"]')
      .getAttribute('value');
  const before = Number(await loss());
  await panel(page).getByRole('radio', { name: '20', exact: true }).check();
  await button(page, 'Play').click();
  await pause_after(page, 200);
  await expect(button(page, 'Play')).toBeVisible();
  const numbers_before = await numbers(page);
  expect(Number(await loss())).toBeLessThan(before);
  // From the start to the same step again, every number has the same bits.
  const last_step = (await step(page).getAttribute('value'))!;
  await timeline(page).fill('0');
  await expect(step(page)).toHaveAttribute('value', '0');
  expect(Number(await loss())).toBe(before);
  await timeline(page).fill(last_step);
  await expect(step(page)).toHaveAttribute('value', last_step);
  expect(await numbers(page)).toEqual(numbers_before);
  await button(page, 'Train again and compare').click();
  for (const network of ['gelu', 'relu'])
    await expect(panel(page).locator(`[data-path="differing.${network}"]`)).toHaveAttribute(
      'value',
      '0',
    );
  // Restarting does not change the seed.
  await panel(page).getByRole('textbox', { name: 'Seed' }).fill('7');
  await expect(step(page)).toHaveAttribute('value', '0');
  const first = await numbers(page);
  await button(page, 'Next ›').click();
  await expect(step(page)).toHaveAttribute('value', '1');
  await button(page, 'Restart').click();
  await expect(step(page)).toHaveAttribute('value', '0');
  expect(await numbers(page)).toEqual(first);
});

test('dead ReLU units get no gradient until they are revived', async ({ page }) => {
  await open_race(page, '&train_width=16&train_step=60', 60);
  const gradient = (network: string) =>
    panel(page).locator(`[data-path="runners.${network}.largest_gradient"]`);
  const dead = async () =>
    Number(
      await panel(page)
        .locator('[data-figure="race_pictures"] [data-path="runners.relu.dead_count"]')
        .getAttribute('value'),
    );
  const before = await dead();
  await button(page, 'Set every b1 to −2').click();
  await expect.poll(dead).toBeGreaterThan(before);
  const killed = await dead();
  await expect(gradient('relu')).toHaveAttribute('value', '0');
  expect(Number(await gradient('gelu').getAttribute('value'))).toBeGreaterThan(0);
  await expect(panel(page).locator('.race_units_relu .race_unit_dead')).toHaveCount(killed);
  await expect(panel(page).locator('.race_changes')).toHaveText('step 60: every b1 set to −2');
  await button(page, /^Revive/).click();
  await expect.poll(dead).toBeLessThan(killed);
  await expect(page).toHaveURL(/train_changes=60\.kill,60\.revive&train_step=60/);
});

test('diverging training reports the step, and can be undone', async ({ page }) => {
  await open_race(page, '&train_optimizer=sgd&train_step=70', 70);
  await unfold(page, 'More settings');
  await panel(page).getByRole('combobox', { name: 'Learning rate' }).selectOption('10');
  await timeline(page).fill('200');
  const error = panel(page).getByRole('alert');
  await expect(error).toContainText('Training has diverged');
  await expect(error).toContainText(
    /(GELU|ReLU): in step \d+, \w+ became (NaN|−?∞) at index \d+\./,
  );
  const last = Number(await step(page).getAttribute('value'));
  expect(last).toBeGreaterThanOrEqual(70);
  expect(last).toBeLessThan(200);
  await button(page, /^Undo 50 steps$/).click();
  await expect(step(page)).toHaveAttribute('value', String(last - 50));
  await expect(error).toHaveCount(0);
  await expect(panel(page).getByRole('combobox', { name: 'Learning rate' })).toHaveValue('0.01');
  const texts = (await shown_answers(page, '#training')).map(({ text }) => text);
  expect(texts.filter((text) => !Number.isFinite(Number(text)))).toEqual([]);
});

test('secondary parts are folded; the keyboard opens them', async ({ page }) => {
  for (const [width, height, screens] of [
    [1440, 900, 3],
    [390, 844, 6],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open_panel(page, '/en/', 'training');
    await expect(panel(page).locator('.plot_loss')).toBeVisible();
    const { height: needed } = (await panel(page).boundingBox())!;
    expect(needed / height).toBeLessThan(screens);
    await expect(panel(page).locator('.training .folded')).toHaveCount(6);
  }
  const parts = panel(page).locator('.training .folded');
  const summary = parts.filter({ hasText: 'Kill the hidden units' }).locator('summary');
  await expect(parts.locator('.folded_inside')).toHaveCount(0);
  await summary.focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).locator('.race_units')).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(panel(page).locator('.race_units')).toHaveCount(0);
  for (const text of await parts.locator('summary').allInnerTexts())
    expect(text).toMatch(/\S+\s+\S.{20,}/);
});

test('keys play and step while the panel is in view', in_both_browsers, async ({ page }) => {
  await open_race(page, '&train_width=8');
  await panel(page).locator('h2').focus();
  for (const [key, at] of [
    ['.', 1],
    ['.', 2],
    [',', 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect(step(page)).toHaveAttribute('value', String(at));
  }
  await page.keyboard.press('Space');
  await expect(button(page, 'Pause')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(button(page, 'Play')).toBeVisible();
});
