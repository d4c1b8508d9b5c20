import type { Page } from '@playwright/test';
import { artifact, at_rest, file_input, number, panel, read_out } from './checkpoint_page.ts';
import { expect, open_panel, test } from './page_test.ts';
import { make_checkpoint, sizes } from './synthetic_checkpoint.mjs';

test('GPT-2 at full size: from the file to an ablation', async ({ page, browserName }) => {
  test.setTimeout(180_000);
  const size = make_checkpoint('full', artifact('full'));
  await open_panel(page, '/en/', 'checkpoint');
  const start = Date.now();
  await file_input(page).setInputFiles(artifact('full'));
  await expect(panel(page).locator('[data-figure="checkpoint_map"] canvas')).toBeVisible();
  const first_picture = Date.now() - start;
  await at_rest(page);
  const { d_model, d_ff, n_layers } = sizes.full;
  const layer = 4 * (2 * d_model * d_ff + d_ff + d_model);
  await expect(number(page, 'header', 'layers', '0')).toHaveAttribute('value', String(n_layers));
  await expect(number(page, 'network', 'ffn', 'parameter_count')).toHaveAttribute('value', '4722432');
  // Of half a gigabyte: the header and one layer.
  const read = Number(await read_out(page).getAttribute('data-read'));
  expect(Number(await read_out(page).getAttribute('data-size'))).toBe(size);
  expect(read).toBeGreaterThan(layer);
  expect(read).toBeLessThan(layer + 100_000);
  const before = (await number(page, 'ablate', 'all', 'largest').getAttribute('value'))!;
  expect(Number(before)).toBeGreaterThan(0);
  await panel(page).getByRole('radio', { name: 'the 100 strongest' }).check();
  await expect(number(page, 'ablate', 'all', 'largest')).not.toHaveAttribute('value', before);
  await panel(page)
    .getByRole('button', { name: /Read every layer/ })
    .click();
  await expect(panel(page).locator('.checkpoint_multiple')).toHaveCount(n_layers);
  await panel(page).locator('.checkpoint_multiple').last().click();
  await expect(panel(page).getByRole('slider', { name: 'Layer' })).toHaveValue('11');
  await at_rest(page);
  const memory = browserName === 'chromium' ? await worker_memory(page) : 'not told by this browser';
  const notes = `first picture after ${first_picture} ms, ${read} of ${size} bytes read; memory ${memory}`;
  test.info().annotations.push({ type: 'full size', description: notes });
  console.log(`${browserName}: ${notes}`);
});

/** JavaScript's heap of the page, and of its workers where the browser tells. */
async function worker_memory(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  return `${Math.round(usedSize / 1e6)} MB of the page`;
}
