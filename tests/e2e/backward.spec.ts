import { expect, open_panel, test } from './page_test.ts';

test('the panel backward comes when the reader does', async ({ page }) => {
  await open_panel(page, '/en/', 'backward');
  await expect(page.locator('#backward .backward')).toBeVisible();
});
