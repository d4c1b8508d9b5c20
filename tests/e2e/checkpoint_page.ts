/** The panel of a model file, as its tests see it. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect } from './page_test.ts';

export const artifact = (kind: string) => fileURLToPath(new URL(`../.artifacts/checkpoints/${kind}.safetensors`, import.meta.url));

export const panel = (page: Page) => page.locator('#checkpoint');
export const file_input = (page: Page) => panel(page).locator('input[type="file"]').first();
export const read_out = (page: Page) => panel(page).locator('.checkpoint_read');
export const number = (page: Page, call: string, tensor: string, index: string) =>
  panel(page).locator(`data[data-call="checkpoint.${call}"][data-tensor="${tensor}"][data-index="${index}"]`).first();
export const neuron_field = (page: Page) => panel(page).locator('.checkpoint_neuron_choice .field_input');

/** All answers are there and nothing is being computed. */
export async function at_rest(page: Page): Promise<void> {
  await expect(panel(page).locator('.checkpoint_facts')).toBeVisible();
  await expect(panel(page).locator('.waiting_cells, .skeleton')).toHaveCount(0);
  await expect(panel(page).locator('[aria-busy="true"]')).toHaveCount(0);
}
