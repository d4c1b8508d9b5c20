import { browsers_of_case, expect, open_all, open_panel, open_step, test } from './page_test.ts';

for (const [index, [language, enter, leave, choose, group]] of [
  ['en', 'Teacher mode', 'Exit', 'Hide…', 'The text beside the figures'] as const,
  ['fr', 'Mode enseignant', 'Quitter', 'Masquer…', 'Le texte à côté des figures'] as const,
  ['vi', 'Chế độ giảng dạy', 'Thoát', 'Ẩn…', 'Phần chữ bên cạnh các hình'] as const,
].entries()) {
  test(
    `teacher mode hides the chosen parts, and the address contains the choice (${language})`,
    browsers_of_case(index),
    async ({ page }) => {
      await open_step(page, `/${language}/#v=2&example=notebook_batch`, 'feed_forward');
      const figure = page.locator('[data-tensor-view="hidden.gelu"] .cells');
      const size = () =>
        figure
          .locator('[role="option"]')
          .first()
          .evaluate((cell) => Number.parseFloat(getComputedStyle(cell).fontSize));
      const before = await size();
      await page.getByRole('button', { name: enter }).click();
      await expect(page).toHaveURL(/#v=2&teach=controls,notes,guide&panel=feed_forward$/);
      await expect(figure).toBeVisible();
      expect(await size()).toBeGreaterThan(before);
      for (const hidden of ['.controls', '.note', '.contents', '.step_end', '.token_choice']) {
        await expect(page.locator(hidden).first()).toBeAttached();
        await expect(page.locator(hidden).first()).toBeHidden();
      }
      for (const key of ['9', 'j', 'j', 'j']) await page.keyboard.press(key);
      await expect(page.locator('#dropout .prediction .choice_option').first()).toBeVisible();
      await expect(page.locator('#dropout .prose').first()).toBeVisible();

      await page.getByRole('button', { name: choose }).click();
      await page.getByRole('checkbox', { name: group }).check();
      await page.keyboard.press('Escape');
      await expect(page.locator('.prose > p').first()).toBeHidden();
      await expect(page).toHaveURL(/teach=controls,notes,guide,prose&panel=dropout$/);
      await page.reload();
      await expect(page.locator('#dropout .mask')).toBeVisible();
      await expect(page.locator('.controls').first()).toBeHidden();

      await page.getByRole('button', { name: leave }).click();
      await expect(page.locator('.controls').first()).toBeVisible();
      await expect(page).toHaveURL(/#v=2&panel=dropout$/);
    },
  );
}

test('with the text hidden no paragraph is left in pieces', async ({ page }) => {
  await open_panel(page, '/en/#v=2&teach=prose', 'training');
  await expect(page.locator('#training .race_player')).toBeVisible();
  for (const paragraph of await page.locator('#training p.prose').all())
    await expect(paragraph).toBeHidden();
  expect(await page.locator('#training p.prose').count()).toBeGreaterThan(1);
});

test('no slider shrinks with its hidden label', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const [step, scale] of [
    ['hidden', 0.4],
    ['feed_forward', 0.2],
  ] as const) {
    await open_step(page, '/en/#v=2&example=notebook_batch&teach=controls,notes', step);
    const sliders = page.locator(`#${step}`).getByRole('slider');
    for (const slider of await sliders.filter({ visible: true }).all())
      expect((await slider.boundingBox())!.width).toBeGreaterThan(scale * 1000);
  }
});

test('the step in view stays in view when teacher mode ends', async ({ page }) => {
  await open_panel(page, '/en/#v=2&example=notebook_batch&teach=notes', 'dropout');
  await page.getByRole('button', { name: 'Exit' }).click();
  await expect(page.locator('#dropout h2')).toBeFocused();
  await expect(page.locator('#dropout h2')).toBeInViewport();
  await expect(page.locator('.contents a[aria-current="step"]')).toContainText(
    'What does dropout change?',
  );
});

test('nothing is wider than the window', async ({ page }) => {
  await open_all(page, '/vi/#v=2&example=gpt2&teach=controls,notes,guide');
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
