/** The page shows a program for each of its numbers; the program computes the number again, bit by bit. */
import { load } from 'ffn-lab';
import type { CodeState } from '../../web/page/src/numbers/as_code.ts';
import { read_hash } from '../../web/page/src/numbers/url_state.ts';
import { lab_of } from './core.ts';
import { browser_independent, browsers_of_case, expect, open_page, test } from './page_test.ts';
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
    await open_page(page, `/en/${hash}`);
    // The glossary is rendered last, and shows a skeleton as a symbol.
    await expect(page.locator('#glossary .legend_sample').first()).toBeAttached();
    await expect(page.locator('[aria-busy="true"]:not(.lazy_placeholder)')).toHaveCount(0);
    await expect(page.locator(':is(.hero, .panel:not(#glossary)) .skeleton')).toHaveCount(0);
    const { variant } = (await lab_of(page)).info();
    const lab = await load({ variant });
    const state: CodeState = { ...read_hash(hash).state, pasted: hash.includes('pasted') ? pasted : undefined };
    const numbers = await shown_numbers(page);
    expect(numbers.length).toBeGreaterThan(100);
    expect(await wrong_numbers(numbers, state, lab)).toEqual([]);
    lab.dispose();
  });
}

test('a click on a number shows its program, Esc closes it', async ({ page, context, browserName }) => {
  if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open_page(page, '/en/#v=1&example=notebook_batch');
  const number = page.locator('[data-recipe="forward.pass"][data-path="summaries.hidden_gelu.mean"]');
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

test('a cell of the pass has a program too', browser_independent, async ({ page }) => {
  await open_page(page, '/en/');
  await page.locator('[data-tensor-view="hidden.relu"] [role="option"]').nth(5).click();
  await page.getByRole('button', { name: 'Where from?' }).click();
  const card = page.getByRole('complementary', { name: 'Where a number comes from' });
  const code = await card.locator('pre').innerText();
  expect(code).toContain("const with_relu = trace('relu');");
  const lab = await lab_of(page);
  const shown = await page.locator('.inspector [data-path^="tensors.hidden_relu."]').getAttribute('value');
  expect(String(await run(code, lab))).toBe(shown);
});

test('the key n shows the programs of one number after the other', async ({ page }) => {
  await open_page(page, '/en/#v=1&panel=cost');
  await expect(page.locator('#cost')).toBeInViewport();
  await page.locator('#cost').focus();
  const card = page.getByRole('complementary', { name: 'Where a number comes from' });
  const numbers = page.locator('#cost data[data-call]:visible');
  for (const place of [0, 1]) {
    await page.keyboard.press('n');
    await expect(numbers.nth(place)).toBeFocused();
    await expect(card.locator('.hint')).toContainText((await numbers.nth(place).getAttribute('data-index'))!);
  }
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(numbers.nth(1)).toBeFocused();
});
