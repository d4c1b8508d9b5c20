import { browsers_of_case, expect, open_page, test } from './page_test.ts';

for (const [index, [language, enter, leave, choose, group]] of [
  ['en', 'Teacher mode', 'Leave', 'Hide…', 'The text beside the figures'] as const,
  ['fr', 'Mode enseignant', 'Quitter', 'Masquer…', 'Le texte à côté des figures'] as const,
  ['vi', 'Chế độ giảng dạy', 'Thoát', 'Ẩn…', 'Phần chữ bên cạnh các hình'] as const,
].entries()) {
  test(
    `teacher mode hides the chosen parts, and the address contains the choice (${language})`,
    browsers_of_case(index),
    async ({ page }) => {
      await open_page(page, `/${language}/#v=1&example=notebook_batch`);
      const figure = page.locator('[data-tensor-view="hidden.gelu"] .cells');
      const size = () =>
        figure
          .locator('[role="option"]')
          .first()
          .evaluate((cell) => Number.parseFloat(getComputedStyle(cell).fontSize));
      const before = await size();
      await page.getByRole('button', { name: enter }).click();
      await expect(page).toHaveURL(/#v=1&example=notebook_batch&teach=controls,notes,guide$/);
      await expect(figure).toBeVisible();
      expect(await size()).toBeGreaterThan(before);
      for (const hidden of ['.controls', '.note', '.contents', '.step_end', '.token_choice'])
        await expect(page.locator(hidden).first()).toBeHidden();
      await expect(page.locator('.prediction .choice_option').first()).toBeVisible();
      await expect(page.locator('.prose').first()).toBeVisible();

      await page.getByRole('button', { name: choose }).click();
      await page.getByRole('checkbox', { name: group }).check();
      await page.keyboard.press('Escape');
      await expect(page.locator('.prose > p').first()).toBeHidden();
      await expect(page).toHaveURL(/teach=controls,notes,guide,prose$/);
      await page.reload();
      await expect(figure).toBeVisible();
      await expect(page.locator('.controls').first()).toBeHidden();

      await page.getByRole('button', { name: leave }).click();
      await expect(page.locator('.controls').first()).toBeVisible();
      await expect(page).toHaveURL(/#v=1&example=notebook_batch$/);
    },
  );
}

test('the panel in view stays in view when teacher mode ends', async ({ page }) => {
  await open_page(page, '/en/#v=1&example=notebook_batch&teach=notes&panel=dropout');
  const top = () => page.locator('#dropout').evaluate((section) => section.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(80);
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(async () => Math.abs(await top())).toBeLessThan(80);
  await expect(page.locator('.contents a[aria-current="step"]')).toContainText('Dropout');
});

test('nothing is wider than the window', async ({ page }) => {
  await open_page(page, '/vi/#v=1&example=gpt2&teach=controls,notes,guide');
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const { room, needed, clipped } = await page.evaluate(() => ({
      room: document.documentElement.clientWidth,
      needed: document.documentElement.scrollWidth,
      clipped: Array.from(document.querySelectorAll('.cell, td, th'))
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => element.textContent),
    }));
    expect({ width, needed, clipped }).toEqual({ width, needed: room, clipped: [] });
  }
});
