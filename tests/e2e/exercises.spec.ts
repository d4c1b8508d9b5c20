/** The exercises of the source texts, in the steps where they belong. */
import { lab_of } from './core.ts';
import { expect, numbers_computed, open_step, test, unfold } from './page_test.ts';

test('a matrix of a wrong width is refused with the core’s own words', async ({ page }) => {
  await open_step(page, '/en/#v=2&example=notebook_token', 'feed_forward');
  await unfold(page, 'does the shape fit');
  const said = page.locator('.checked_width');
  const lab = await lab_of(page);
  const ffn = lab.FeedForward({ d_model: 8, d_ff: 32 });
  const width = page.getByRole('textbox', { name: /Width of the five tokens/ });
  for (const wrong of [7, 9]) {
    await width.fill(String(wrong));
    const x = { data: new Float32Array(5 * wrong), shape: [5, wrong] };
    let message = '';
    try {
      ffn.forward(x);
    } catch (error) {
      ({ message } = error as Error);
    }
    expect(message).toContain(`(5, ${wrong}); expected a last dimension of 8`);
    await expect(said).toHaveText(`The core refuses it: ${message}`);
  }
  await width.fill('8');
  await expect(said).toHaveText('It fits: from (5, 8) to (5, 8).');
  await expect(page).toHaveURL(/checked_width=8/);
  const table = page.getByRole('table', { name: 'Shapes of three networks' });
  await expect(table.locator('tbody tr')).toHaveText([
    '128512(2, 10, 128)(2, 10, 128)',
    '2561024(4, 20, 256)(4, 20, 256)',
    '5122048(8, 50, 512)(8, 50, 512)',
  ]);
});

test('a module and nn.Sequential give the same bits', async ({ page }) => {
  await open_step(page, '/en/#v=2&example=notebook_batch', 'feed_forward');
  await unfold(page, 'nn.Sequential or a module');
  await expect(
    page.getByText('Outputs that differ: 0 of 80; the largest difference is 0.'),
  ).toBeVisible();
  const rows = page.getByRole('table', { name: 'computed both ways' }).locator('tbody tr');
  const [module, sequential] = await rows.evaluateAll((found) =>
    found.map((row) => Array.from(row.querySelectorAll('data'), ({ value }) => value)),
  );
  expect(module).toHaveLength(4);
  expect(sequential).toEqual(module);
});

test('seven values of GELU and ReLU are visible', async ({ page }) => {
  await open_step(page, '/en/#v=2', 'activation');
  const rows = page.locator('.seven_values tbody tr');
  await expect(rows).toHaveCount(7);
  await expect(rows.first()).toHaveText('−2−0.0455000−0.045500');
  await expect(rows.last()).toHaveText('21.9545002.000000−0.045500');
  await expect(rows.first()).toBeVisible();
});

test('the statistics of 128 → 512, and the variances of four rates', async ({ page }) => {
  await open_step(page, '/en/#v=2', 'hidden');
  await unfold(page, 'what does the choice change');
  await numbers_computed(page);
  const number = (name: string) =>
    page
      .locator(`[data-recipe="hidden.impact"][data-path="${name}"]`)
      .evaluate((element) => Number((element as HTMLDataElement).value));
  expect(Math.abs((await number('x.standard_deviation')) - 1)).toBeLessThan(0.1);
  expect(await number('mean_absolute_difference')).toBeGreaterThan(0);

  await open_step(page, '/en/#v=2', 'dropout');
  await unfold(page, 'four rates');
  await expect(page.locator('[data-recipe="dropout.variances"]')).toHaveCount(16);
  const values = await page
    .locator('[data-recipe="dropout.variances"]')
    .evaluateAll((found) => found.map((element) => Number((element as HTMLDataElement).value)));
  const rows = [0, 1, 2, 3].map((row) => values.slice(4 * row, 4 * row + 4));
  expect(rows.map(([rate]) => rate)).toEqual([0, 0.1, 0.3, 0.5]);
  expect(rows[0]).toEqual([0, 0, 0, 0]);
  const [, , , unit = NaN] = rows[1] ?? [];
  for (const [rate = NaN, measured = NaN, error = NaN, theory = NaN] of rows) {
    expect(Math.abs(measured - theory)).toBeLessThanOrEqual(5 * error);
    expect(theory / unit).toBeCloseTo((9 * rate) / (1 - rate), 6);
  }
});
