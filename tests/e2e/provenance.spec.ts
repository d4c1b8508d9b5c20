/** The page shows a program for each of its numbers; the program computes the number again, bit by bit. */
import { load } from 'ffn-lab';
import type { CodeState } from '../../web/page/src/numbers/as_code.ts';
import { read_hash } from '../../web/page/src/numbers/url_state.ts';
import { lab_of } from './core.ts';
import { browser_independent, browsers_of_case, expect, open_all, open_panel, test } from './page_test.ts';
import { run, shown_numbers, wrong_numbers } from './programs.ts';

const states = [
  '#v=1&example=notebook_token&x=0.5',
  '#v=1&example=notebook_batch&token=3&block_norm=post&block_shortcuts=0&brush=-0.2~0.1&dropout=0.5&feature=2&d_model=512&edits=x.2:1.5,w1.17:-0.3,b2.1:0.25',
  '#v=1&example=chapter&token=1&gelu=gelu_tanh&dropout_placement=output&bias=0',
  '#v=1&example=pasted&token=1',
];

const pasted = { data: Float32Array.of(1.0, 0.5, -0.3, 0.8, 0.2, -0.4, 0.6, 0.1, -1.5, 0.0, 0.9, 2.0), shape: [3, 4] };

for (const [index, hash] of states.entries()) {
  test(`the program of each number computes it again: ${hash.slice(5, 30)}`, browsers_of_case(index), async ({ page }) => {
    test.setTimeout(120_000);
    await open_all(page, `/en/${hash}`);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 60_000 });
    // The glossary shows a skeleton as a symbol, and the check against PyTorch waits until it is visible.
    await expect(page.locator('.panel:not(#glossary, #proof) .skeleton')).toHaveCount(0);
    const { variant } = (await lab_of(page)).info();
    const lab = await load({ variant });
    const state: CodeState = { ...read_hash(hash).state, pasted: hash.includes('pasted') ? pasted : undefined };
    // The other steps have their own tests.
    const others = ['backward', 'training', 'speed', 'bridge', 'checkpoint', 'proof'];
    const numbers = await shown_numbers(page, `.panel:not(${others.map((name) => `#${name}`).join()})`);
    expect(numbers.length).toBeGreaterThan(0);
    // tests/page/recipes.test.ts runs the programs of the recipes.
    expect(numbers.length + (await page.locator('data[data-recipe]').count())).toBeGreaterThan(100);
    expect(await wrong_numbers(numbers, state, lab)).toEqual([]);
    lab.dispose();
  });
}

test('a click on a number shows its program, Esc closes it', async ({ page, context, browserName }) => {
  if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open_all(page, '/en/#v=1&example=notebook_batch');
  const number = page.locator('[data-call="summarize"][data-tensor="hidden.gelu"][data-index="mean"]');
  await number.click();
  const card = page.getByRole('complementary', { name: 'Where a number comes from' });
  await expect(card).toBeVisible();
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
});

test('the number of a recipe has a program too', browser_independent, async ({ page }) => {
  await open_panel(page, '/en/#v=1&example=notebook_batch', 'block');
  const number = page.locator('[data-recipe="block.block"][data-path="boxes.norm1.all.standard_deviation"]').last();
  await number.click();
  const code = await page.locator('.provenance pre').innerText();
  expect(String(await run(code, await lab_of(page)))).toBe(await number.getAttribute('value'));
});

test('a cell of the pass has a program too', browser_independent, async ({ page }) => {
  await open_all(page, '/en/');
  await page.locator('[data-tensor-view="hidden.relu"] [role="option"]').nth(5).click();
  await page.getByRole('button', { name: 'Where from?' }).click();
  const card = page.getByRole('complementary', { name: 'Where a number comes from' });
  const code = await card.locator('pre').innerText();
  expect(code).toContain('ffn.trace(x).hidden;');
  const lab = await lab_of(page);
  const shown = await page.locator('.inspector [data-tensor="hidden.relu"]').getAttribute('value');
  expect(String(await run(code, lab))).toBe(shown);
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
    await expect(card.locator('.hint')).toContainText((await numbers.nth(place).getAttribute('data-path'))!);
  }
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(numbers.nth(1)).toBeFocused();
});
