import type { Page } from '@playwright/test';
import { lab_of, pass_of } from './core.ts';
import { expect, go_to_step, open_step, test } from './page_test.ts';
import { smoke_test } from './smoke.ts';

smoke_test('independence');

const open = (page: Page, address: string) => open_step(page, address, 'independence');

const panel = (page: Page) => page.locator('#independence');
const shown = (page: Page, layer: string, token: number, field: string) =>
  panel(page).locator(
    `[data-recipe="independence.comparison"][data-path="${layer}.${token}.${field}"]`,
  );

test('replacing a token changes no bit of the others’ outputs; attention changes later rows of its sequence only', async ({
  page,
}) => {
  await open(page, '/en/#v=2&example=notebook_batch&token=3');
  await expect(panel(page).locator('.replaced')).toContainText('[0, 3]');
  for (let token = 0; token < 10; token++) {
    await expect(shown(page, 'feed_forward', token, 'differing')).toHaveText(
      token === 3 ? '8' : '0',
    );
    await expect(shown(page, 'attention', token, 'differing')).toHaveText(
      token === 3 || token === 4 ? '8' : '0',
    );
  }
  await panel(page).getByRole('button', { name: 'Next token' }).click();
  await panel(page).getByRole('button', { name: 'Next token' }).click();
  await expect(panel(page).locator('.replaced')).toContainText('[1, 0]');
  await expect(shown(page, 'attention', 9, 'differing')).toHaveText('8');
  await expect(shown(page, 'attention', 0, 'differing')).toHaveText('0');
  // The other steps show the same token.
  await go_to_step(page, 'feed_forward');
  await expect(page.locator('#feed_forward .token_choice select')).toHaveValue('5');
});

test('the three experiments are the core’s', async ({ page }) => {
  await open(page, '/en/#v=2&example=gpt2&token=2');
  const lab = await lab_of(page);
  const { ffn, x } = pass_of(lab, 'gpt2');
  ffn.activation = 'gelu_tanh';
  const expected = lab.independence(ffn, x, { changed_token: 2 });
  expect(expected.independent).toBe(true);
  for (const name of ['alone', 'permuted', 'others'] as const) {
    for (const field of ['differing', 'count'] as const) {
      const value = panel(page).locator(
        `[data-recipe="independence.comparison"][data-path="experiments.${name}.${field}"]`,
      );
      await expect(value).toHaveAttribute('value', String(expected[name][field]));
    }
  }
});

test('the question is about the tokens that the figure shows', async ({ page }) => {
  await open(page, '/en/#v=2&example=facts');
  const guess = panel(page).locator('.prediction');
  await guess.getByRole('radio', { name: 'none' }).check();
  await guess.getByRole('button', { name: 'Check' }).click();
  const said = guess.locator('[data-path="experiments.others.count"]');
  await expect(said).toHaveAttribute('value', String(4 * 64));
  await expect(panel(page).locator('tbody tr')).toHaveCount(5);
});

test('for an example with a single token the step shows ten others and offers their example', async ({
  page,
}) => {
  await open(page, '/en/#v=2&example=notebook_token');
  await expect(
    panel(page).locator(
      '[data-recipe="independence.ten_tokens"][data-path="feed_forward.9.differing"]',
    ),
  ).toHaveText('0');
  await panel(page).getByRole('button', { name: '2 × 5 tokens, seed 42' }).click();
  await expect(panel(page)).not.toContainText('a single token');
  const example = page.locator('.example_bar').getByRole('combobox', { name: 'Example' });
  await expect(example).toHaveValue('notebook_batch');
  await example.selectOption('My own matrix');
  await expect(panel(page).locator('tbody tr')).toHaveCount(3);
  await expect(shown(page, 'feed_forward', 2, 'differing')).toHaveText('0');
  await go_to_step(page, 'feed_forward');
  await page.locator('.pasted textarea').fill('1 2 3');
  await go_to_step(page, 'independence');
  await expect(panel(page)).toContainText('a single token');
});
