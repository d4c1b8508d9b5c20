/** Locators and steps of the tests of the checkpoint panel. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, open_panel, unfold_all } from './page_test.ts';
import { make_checkpoint } from './synthetic_checkpoint.mjs';

export const artifact = (kind: string) =>
  fileURLToPath(new URL(`../.artifacts/checkpoints/${kind}.safetensors`, import.meta.url));

export const panel = (page: Page) => page.locator('#checkpoint');
export const file_input = (page: Page) => panel(page).locator('input[type="file"]').first();
export const bytes_read = (page: Page) => panel(page).locator('.checkpoint_read');
export const number = (page: Page, recipe: string, path: string) =>
  panel(page).locator(`data[data-recipe="checkpoint.${recipe}"][data-path="${path}"]`).first();
export const neuron_field = (page: Page) =>
  panel(page).locator('.checkpoint_neuron_choice .field_input');

/** Waits until the checkpoint is open and all figures of the panel are computed. */
export async function checkpoint_computed(page: Page): Promise<void> {
  await expect(panel(page).locator('.checkpoint_facts')).toBeVisible();
  await expect(panel(page).locator('.waiting_cells, .skeleton')).toHaveCount(0);
  await expect(panel(page).locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Opens the parts that are folded. */
export async function open_parts(page: Page): Promise<void> {
  await checkpoint_computed(page);
  await unfold_all(page, 'checkpoint');
  await checkpoint_computed(page);
}

/** Opens the small synthetic checkpoint as a file. */
export async function open_small(page: Page, language = 'en'): Promise<void> {
  make_checkpoint('small', artifact('small'));
  await open_panel(page, `/${language}/`, 'checkpoint');
  await file_input(page).setInputFiles(artifact('small'));
  await checkpoint_computed(page);
}
