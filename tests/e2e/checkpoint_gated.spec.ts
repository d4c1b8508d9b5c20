/** A Llama-shaped model in two shards is opened by dropping its files, and its gate is shown. */
import type { Page } from '@playwright/test';
import {
  bytes_read,
  checkpoint_computed,
  file_input,
  number,
  open_parts,
  panel,
} from './checkpoint_page.ts';
import { llama_files, llama_sizes, type ModelFile } from './llama_files.ts';
import {
  expect,
  go_to_step,
  in_both_browsers,
  open_panel,
  overflow_at,
  test,
} from './page_test.ts';

const files = await llama_files();

/** Drops files on the panel, all at once. */
async function drop(page: Page, dropped: readonly ModelFile[]): Promise<void> {
  const texts = dropped.map(({ name, buffer }) => [name, buffer.toString('base64')] as const);
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const [name, text] of list)
      data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
    return data;
  }, texts);
  await panel(page).locator('.checkpoint').dispatchEvent('drop', { dataTransfer: transfer });
}

for (const width of [1440, 390])
  test(
    `two shards and config.json open together and show the gate (${width} px)`,
    in_both_browsers,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await open_panel(page, '/en/', 'checkpoint');
      await drop(page, [files.config, ...files.shards]);
      await open_parts(page);
      const { n_layers, d_model, d_ff } = llama_sizes;
      await expect(number(page, 'header', 'layers')).toHaveAttribute('value', String(n_layers));
      await expect(number(page, 'header', 'd_ff')).toHaveAttribute('value', String(d_ff));
      await expect(panel(page).locator('.checkpoint_facts')).toContainText('SiLU');
      const parameters = String(3 * d_model * d_ff);
      await expect(number(page, 'network', 'parameter_count')).toHaveAttribute('value', parameters);
      await expect(panel(page).locator('[data-figure="checkpoint_gate"] canvas')).toHaveCount(3);
      // Nothing is said of biases, which the file does not have.
      await expect(panel(page).locator('.checkpoint_formula')).toContainText(
        'a = φ(W1·x) ⊙ (W_gate·x)',
      );
      await expect(panel(page).locator('.checkpoint_formula dt')).toHaveCount(3);
      await expect(number(page, 'neuron', 'bias')).toHaveCount(0);
      expect(await overflow_at(page, width)).toBe(0);
      // The user's own model stays, also after another step and a link to the sample.
      await go_to_step(page, 'speed');
      await page.evaluate(() => (location.hash = '#v=2&panel=checkpoint&model=sample'));
      await expect(panel(page).locator('.checkpoint_file h3')).toContainText(
        'model-00001-of-00002',
      );
      await expect(page).not.toHaveURL(/model=sample/);
    },
  );

test('without config.json nothing is computed until the activation is known', async ({ page }) => {
  await open_panel(page, '/en/', 'checkpoint');
  await file_input(page).setInputFiles([files.shards[0]!]);
  await expect(panel(page).locator('[data-missing="1"]')).toContainText('model-00002-of-00002');
  await expect(bytes_read(page)).toBeVisible();
  const undecided = panel(page).locator('.checkpoint_undecided');
  await expect(undecided).toBeVisible();
  await expect(number(page, 'consequences', '3.relative.1')).not.toHaveAttribute('value', '0');
  await expect(number(page, 'network', 'parameter_count')).toHaveCount(0);
  // The missing shard and the configuration are added to the open model.
  await file_input(page).setInputFiles([files.shards[1]!, files.config]);
  await expect(undecided).toHaveCount(0);
  await checkpoint_computed(page);
  await expect(panel(page).locator('[data-missing]')).toHaveCount(0);
  const layers = String(llama_sizes.n_layers);
  await expect(number(page, 'header', 'layers')).toHaveAttribute('value', layers);
});
