/** A model with two towers: one is chosen, and the address names the choice. */
import { fileURLToPath } from 'node:url';
import { checkpoint_computed, file_input, number, panel } from './checkpoint_page.ts';
import { expect, open_panel, overflow_at, test } from './page_test.ts';

const clip = fileURLToPath(new URL('../golden/families/clip.safetensors', import.meta.url));

test('the towers of CLIP are two stacks, chosen by name and kept in the address', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await open_panel(page, '/en/', 'checkpoint');
  await file_input(page).setInputFiles(clip);
  const stacks = panel(page).locator('.checkpoint_stacks');
  await expect(stacks).toContainText('text_model.encoder.layers.*.mlp');
  await expect(stacks).toContainText('vision_model.encoder.layers.*.mlp');
  await expect(page).not.toHaveURL(/model_stack/);
  const width = number(page, 'header', 'd_model');
  await expect(width).toBeVisible();
  await stacks.getByLabel('vision_model.encoder.layers.*.mlp').check();
  await checkpoint_computed(page);
  await expect(page).toHaveURL(/model_stack=1/);
  await expect(panel(page).locator('.checkpoint_file')).toContainText('vision_model');
  expect(await overflow_at(page, 390)).toBe(0);
  await stacks.getByLabel('text_model.encoder.layers.*.mlp').check();
  await expect(page).not.toHaveURL(/model_stack/);
});
