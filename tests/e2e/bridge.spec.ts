import { expect, open_panel, test } from './page_test.ts';

test('the panel bridge comes when the reader does', async ({ page }) => {
  await open_panel(page, '/en/', 'bridge');
  await expect(page.locator('#bridge .bridge')).toBeVisible();
});
