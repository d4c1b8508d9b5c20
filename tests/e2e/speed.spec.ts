import { expect, open_panel, test } from './page_test.ts';

test('the panel speed comes when the reader does', async ({ page }) => {
  await open_panel(page, '/en/', 'speed');
  await expect(page.locator('#speed .speed')).toBeVisible();
});
