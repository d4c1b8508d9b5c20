/** The guess of GELU's derivative by five points: the user draws before the page shows the curve. */
import type { Locator, Page } from '@playwright/test';
import { lab_of } from './core.ts';
import { csv_of, intercept_downloads } from './downloads.ts';
import { expect, go_to_step, in_both_browsers, open_page, open_panel, test } from './page_test.ts';

const verdict = (guess: Locator) => guess.locator('.prediction_verdict');
const check = (guess: Locator) => guess.getByRole('button', { name: 'Check' });

test.describe('a user who has not seen the derivative', () => {
  test.use({ answers_covered: true });

  const guess = (page: Page) => page.locator('#activation .prediction');
  const points = (page: Page) => guess(page).getByRole('slider');
  const curve = (page: Page) => page.locator('.plot_derivative .series_gelu');

  test('is asked first; the panel does not show the derivative', async ({ page }) => {
    await intercept_downloads(page);
    await open_page(page, '/en/#activation');
    await expect(page.locator('.plot_derivative .series')).toHaveCount(0);
    await expect(page.locator('#activation [data-path="gelu.derivative.0"]')).toHaveCount(0);
    await expect(page.locator('#activation [data-path^="gelu.derivative_maximum"]')).toHaveCount(0);
    await expect(check(guess(page))).toBeDisabled();
    // The figure's file does not contain it either, and another step does not answer a later
    // question.
    const { names } = await csv_of(page, 'activation_curves');
    expect(names.filter((name) => name.includes('derivative'))).toEqual(['relu.derivative']);
    await go_to_step(page, 'block');
    await expect(page.locator('#block data[data-path$="share_of_block"]')).toHaveCount(0);
  });

  test(
    'guesses by keys and by pointer, and sees the error of the guess',
    in_both_browsers,
    async ({ page }) => {
      await open_page(page, '/en/#activation');
      const height = await page.locator('.plots_frame').evaluate((frame) => frame.clientHeight);
      await expect(points(page)).toHaveCount(5);
      const guessed = [0, -0.1, 0.5, 1.1, 1];
      await points(page).nth(2).focus();
      for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowUp');
      await expect(points(page).nth(2)).toHaveAttribute('aria-valuetext', '0.5');
      const slider = points(page).nth(3);
      // The page scrolls smoothly and panels above may still grow, so the place of the slider is read
      // before each move.
      await slider.hover();
      const go_to = async (y: number) => {
        const box = (await slider.boundingBox())!;
        await page.mouse.move(box.x + 22, box.y + 10 + (box.height - 20) * ((1.25 - y) / 1.5), {
          steps: 5,
        });
      };
      await go_to(0);
      await page.mouse.down();
      await expect(async () => {
        await go_to(1.1);
        await expect(slider).toHaveValue('1.1', { timeout: 500 });
      }).toPass();
      await page.mouse.up();
      await expect(points(page).nth(3)).toHaveValue('1.1');
      await points(page).nth(1).fill('-0.1');
      await points(page).nth(4).fill('1');
      await check(guess(page)).click();
      const lab = await lab_of(page);
      const row = (data: Float32Array) => ({ data, shape: [5] });
      const { derivative } = lab.activation('gelu', [-3, -1.5, 0, 1.5, 3]);
      const error = lab.mean_absolute_difference(row(Float32Array.from(guessed)), row(derivative));
      const shown = () =>
        guess(page).locator('[data-recipe="activation.guess"][data-path="error"]');
      await expect(shown()).toHaveAttribute('value', String(error));
      await expect(verdict(guess(page))).toContainText('Right. Your average error');
      await expect(curve(page)).toHaveCount(1);
      await expect(page.locator('.plot_guess .series_gelu')).toHaveCount(1);
      expect(await page.locator('.plots_frame').evaluate((frame) => frame.clientHeight)).toBe(
        height,
      );
      await page.reload();
      await expect(shown()).toHaveAttribute('value', String(error));
      await guess(page).getByRole('button', { name: 'Guess again' }).click();
      await expect(curve(page)).toHaveCount(0);
      await expect(points(page).nth(3)).toHaveValue('0');
    },
  );

  test('can uncover the curve, and guess nevertheless', async ({ page }) => {
    await open_page(page, '/en/#activation');
    await page.locator('.plot_cover').getByRole('button', { name: 'Show me' }).click();
    await expect(curve(page)).toHaveCount(1);
    await expect(points(page)).toHaveCount(0);
    await page.reload();
    await expect(curve(page)).toHaveCount(1);
    await guess(page).getByRole('button', { name: 'Cover it and guess' }).click();
    await expect(curve(page)).toHaveCount(0);
    await expect(points(page)).toHaveCount(5);
    // The user's own address with a state does not uncover the curve.
    await cursor_to_end(page);
    await page.reload();
    await expect(page.locator('.plot_cover')).toBeVisible();
  });

  async function cursor_to_end(page: Page): Promise<void> {
    await page.locator('.linked_plots').press('End');
    await expect(page).toHaveURL(/x=5&panel=activation$/);
  }

  test('sees the curve after following a link that shows the answers', async ({ page }) => {
    await open_panel(page, '/en/#v=2&x=1&answers=shown', 'activation');
    await expect(curve(page)).toHaveCount(1);
    await expect(page.locator('.plot_cover')).toHaveCount(0);
  });
});
