import { expect, open_panel, test } from './page_test.ts';

test('the panel checkpoint comes when the reader does', async ({ page }) => {
  await open_panel(page, '/en/', 'checkpoint');
  await expect(page.locator('#checkpoint .checkpoint')).toBeVisible();
});
