/** The tools of a figure: by keyboard, as a table and as a saved file. */
import { readFileSync } from 'node:fs';
import { lab_of, pass_of, tensors_of } from './core.ts';
import { intercept_downloads, figure, open_tools } from './downloads.ts';
import { expect, in_both_browsers, open_step, test } from './page_test.ts';

test.beforeEach(({ page }) => intercept_downloads(page));

test('a long table is truncated, with a note', async ({ page }) => {
  await open_step(page, '/en/#v=2&example=gpt2', 'feed_forward');
  const host = figure(page, 'pre_activation');
  await open_tools(host);
  await host.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(host).toContainText('Shown are 10 of 10 rows and 32 of 3072 columns');
  const { data } = tensors_of(pass_of(await lab_of(page), 'gpt2'), 'gelu_tanh').pre_activation!;
  await expect(
    host.locator('.figure_table [data-path="tensors.pre_activation.3073"]'),
  ).toHaveAttribute('value', String(data[3073]));
});

test('the export tools work by keyboard alone', in_both_browsers, async ({ page }) => {
  await open_step(page, '/en/#v=2&example=notebook_batch', 'hidden');
  const host = figure(page, 'hidden_histograms');
  const button = host.getByRole('button', { name: 'Data and export' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(host.getByRole('button', { name: 'Table', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  for (let stop = 0; stop < 6; stop++) await page.keyboard.press('Tab');
  await expect(host.locator('.figure_table')).toBeFocused();
  await button.click();
  await expect(host.locator('.figure_table')).toHaveCount(0);
});

test('the browser saves the exported file', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL: baseURL! });
  await open_step(page, '/en/', 'feed_forward');
  await open_tools(figure(page, 'x'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    figure(page, 'x').getByRole('button', { name: 'CSV', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('ffn-lab_x.csv');
  expect(readFileSync(await download.path(), 'utf8')).toMatch(/^x_0,x_1,/);
  await page.close();
});
