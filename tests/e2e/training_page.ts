/** Parts of the step training. */
import type { Page } from '@playwright/test';

export const parts = (page: Page) => ({
  data: page.locator('.own_data'),
  pad: page.locator('.own_pad'),
  seeds: page.locator('.seeds'),
  weights: page.locator('.weights_files'),
});

export const titles = { seeds: 'Ten seeds instead of one', weights: 'Weights as a file' };
