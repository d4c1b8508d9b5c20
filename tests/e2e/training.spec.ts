import { expect, open_panel, test } from './page_test.ts';

test('the panel training comes when the reader does', async ({ page }) => {
  await open_panel(page, '/en/', 'training');
  await expect(page.locator('#training .training')).toBeVisible();
});
