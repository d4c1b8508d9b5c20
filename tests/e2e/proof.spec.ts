import { expect, open_panel, test } from './page_test.ts';

test('the panel proof comes when the reader does', async ({ page }) => {
  await open_panel(page, '/en/', 'proof');
  await expect(page.locator('#proof .proof')).toBeVisible();
});
