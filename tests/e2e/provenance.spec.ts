/**
 * The page shows a program for each of its numbers; the program computes the number again, bit by
 * bit.
 */
import { load } from 'ffn-lab';
import { keep_together } from '../../web/page/src/words/line_breaks.ts';
import { lab_of } from './core.ts';
import {
  expect,
  in_both_browsers,
  numbers_computed,
  open_all,
  open_panel,
  open_step,
  show_relu,
  test,
  unfold_all,
} from './page_test.ts';
import { card_programs, choose_javascript, run, wrong_programs } from './programs.ts';

test('each number of the page has a program', async ({ page }) => {
  await open_all(page, '/en/#v=2&example=notebook_batch');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // tests/page/recipes.test.ts runs the programs of the recipes.
  expect(await page.locator('[data-recipe]').count()).toBeGreaterThan(500);
  await expect(page.locator(':is(data.number, [data-cell]):not([data-recipe])')).toHaveCount(0);
});

test(
  'a click on a number shows its program, Esc closes it',
  in_both_browsers,
  async ({ page, context, browserName }) => {
    if (browserName === 'chromium')
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open_step(page, '/en/#v=2&example=notebook_batch', 'feed_forward');
    await unfold_all(page, 'feed_forward');
    const number = page.locator(
      '[data-recipe="forward.pass"][data-path="summaries.hidden_gelu.mean"]',
    );
    await number.click();
    const card = page.getByRole('complementary', { name: 'Where a number comes from' });
    await expect(card).toBeVisible();
    await choose_javascript(page);
    const code = await card.locator('pre').innerText();
    const lab = await lab_of(page);
    expect(String(await run(code, lab))).toBe(await number.getAttribute('value'));
    if (browserName === 'chromium') {
      await card.getByRole('button', { name: 'Copy as JavaScript' }).click();
      await expect(card.getByRole('button', { name: 'Copied' })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${code.trimEnd()}\n`);
    }
    await page.keyboard.press('Escape');
    await expect(card).toHaveCount(0);
  },
);

/** Steps whose numbers are not those of the forward pass, with the least number of them. */
const states: readonly (readonly [step: string, state: string, numbers: number])[] = [
  ['backward', 'example=chapter&token=1&loss=sum&depth=2', 50],
  ['bridge', 'threshold=0.05&bridge_toy=gpt2', 50],
  ['training', 'train_width=16&train_changes=40.kill,60.lr0.03,80.revive&train_step=100', 20],
];

for (const [step, state, numbers] of states)
  test(`the program of each number computes it again: ${step}`, async ({ page }) => {
    await open_step(page, `/en/#v=2&${state}`, step);
    // Parts of a training are there when it has a frame, and closed at first.
    if (step === 'training')
      await expect(page.locator('.race_step data')).toHaveAttribute('value', '100');
    await unfold_all(page, step);
    await numbers_computed(page);
    const { variant } = (await lab_of(page)).info();
    const lab = await load({ variant });
    const shown = await card_programs(page.locator(`#${step}`));
    expect(shown.length).toBeGreaterThan(numbers);
    expect(await wrong_programs(shown, lab)).toEqual([]);
    lab.dispose();
  });

test('the number of a recipe has a program too', async ({ page }) => {
  await open_panel(page, '/en/#v=2&example=notebook_batch', 'block');
  await unfold_all(page, 'block');
  const number = page
    .locator('[data-recipe="block.block"][data-path="boxes.norm1.all.standard_deviation"]')
    .last();
  await number.click();
  await choose_javascript(page);
  const code = await page.locator('.provenance pre').innerText();
  expect(String(await run(code, await lab_of(page)))).toBe(await number.getAttribute('value'));
});

test('a cell of the pass has a program too', async ({ page }) => {
  await open_step(page, '/en/', 'feed_forward');
  await show_relu(page);
  await page.locator('[data-tensor-view="hidden.relu"] [role="option"]').nth(5).click();
  await page.getByRole('button', { name: 'How was this computed?' }).click();
  const card = page.getByRole('complementary', { name: 'Where a number comes from' });
  await choose_javascript(page);
  const code = await card.locator('pre').innerText();
  expect(code).toContain("const with_relu = trace('relu');");
  const lab = await lab_of(page);
  const shown = await page
    .locator('.inspector [data-path^="tensors.hidden_relu."]')
    .getAttribute('value');
  expect(String(await run(code, lab))).toBe(shown);
});

test('the card says what a number is: words, formula, terms, programs', async ({ page }) => {
  await open_step(page, '/fr/#v=2&example=notebook_batch', 'feed_forward');
  const inspect = async () => {
    await page.locator('[data-tensor-view="output.gelu"] [role="option"]').first().click();
    await page.getByRole('button', { name: keep_together('Comment est-il calculé') }).click();
  };
  await inspect();
  const number = page.locator('.inspector [data-path^="tensors.output_gelu."]');
  const card = page.locator('.provenance');
  await expect(card.locator('.explanation_words')).toContainText('multipliée par son poids');
  await expect(card.locator('.explanation_formula')).toContainText('output[0, 0, 0] = b2[0] + Σ');
  // The sum of the terms, in double precision.
  const sum = Number(await card.locator('.explanation_terms data').last().getAttribute('value'));
  expect(sum).toBeCloseTo(Number(await number.getAttribute('value')), 6);
  const program = card.locator('#provenance_code');
  await expect(program).toContainText('import numpy as np');
  await expect(program).toContainText('# L’exemple : son entrée et ses poids');
  await card.getByRole('radio', { name: 'PyTorch' }).check();
  await expect(program).toContainText('import torch');
  // A factor has its digits.
  await page.locator('[data-tensor-view="hidden.gelu"] [role="option"]').first().click();
  await page.getByRole('button', { name: keep_together('Comment est-il calculé') }).click();
  const factor = card.locator('.explanation_terms data');
  await expect(factor).toHaveAttribute('data-path', 'tensors.pre_activation.0');
  await expect(factor).toHaveText(/^0,\d{7}$/);
  // The language is remembered; what has no program in it is shown in JavaScript.
  await page.reload();
  await numbers_computed(page);
  await inspect();
  await expect(program).toContainText('import torch');
  await card.getByRole('radio', { name: 'JavaScript' }).check();
  await expect(program).toContainText('// Chaque entrée multipliée par son poids');
});

test('the key n shows the programs of one number after the other', async ({ page }) => {
  await open_panel(page, '/en/', 'cost');
  await expect(page.locator('#cost h2')).toBeFocused();
  const card = page.getByRole('complementary', { name: 'Where a number comes from' });
  const numbers = page.locator('#cost data[data-recipe]:visible');
  await expect(page.locator('#cost .skeleton')).toHaveCount(0);
  for (const place of [0, 1]) {
    await page.keyboard.press('n');
    await expect(numbers.nth(place)).toBeFocused();
    await expect(card.locator('.hint')).toContainText(
      (await numbers.nth(place).getAttribute('data-path'))!,
    );
  }
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(numbers.nth(1)).toBeFocused();
});
