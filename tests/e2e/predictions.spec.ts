import type { Locator, Page } from '@playwright/test';
import { lab_of } from './core.ts';
import { expect, go_to_step, in_both_browsers, open_page, open_panel, test } from './page_test.ts';
import { csv_of, intercept_downloads } from './downloads.ts';

const question = (page: Page, panel: string, text: string) =>
  page.locator(`#${panel} .prediction`).filter({ hasText: text });
const verdict = (guess: Locator) => guess.locator('.prediction_verdict');
const check = (guess: Locator) => guess.getByRole('button', { name: 'Check' });

async function answer(guess: Locator, option: string): Promise<void> {
  await guess.getByRole('radio', { name: option, exact: true }).check();
  await check(guess).click();
}

test('a checked guess is compared with the core’s number, stored, and can be repeated', async ({
  page,
}) => {
  await open_page(page, '/en/#cost');
  const guess = question(page, 'cost', 'what share of a block');
  await expect(check(guess)).toBeDisabled();
  // Arrow keys select an option without checking the guess.
  await guess.getByRole('radio', { name: 'a quarter', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(guess.getByRole('radio', { name: 'a third', exact: true })).toBeChecked();
  await expect(verdict(guess)).toHaveCount(0);
  await check(guess).click();
  await expect(verdict(guess)).toContainText('Not quite. It is 66.6%.');
  await expect(guess.getByRole('radio', { name: 'half', exact: true })).toBeDisabled();
  await page.reload();
  await expect(verdict(guess)).toContainText('1 of 6 questions answered, 0 right');
  const again = guess.getByRole('button', { name: 'Guess again' });
  await again.click();
  await expect(verdict(guess)).toHaveCount(0);
  await expect(check(guess)).toBeFocused();
  await answer(guess, 'two thirds');
  await expect(verdict(guess)).toContainText('Right. It is 66.6%.');
  await expect(verdict(guess)).toContainText('1 of 6 questions answered, 1 right');
});

test('four more questions are judged by the core’s numbers', async ({ page }) => {
  await open_page(page, '/en/#cost');
  const doubled = question(page, 'cost', 'from 4 to 8');
  await answer(doubled, 'about ×4');
  await expect(verdict(doubled)).toContainText('Not quite. They grow by a factor of 1.99');
  await go_to_step(page, 'hidden');
  const zeros = question(page, 'hidden', 'exactly 0');
  await answer(zeros, 'ReLU: most; GELU: none');
  await expect(verdict(zeros)).toContainText('Right. Here');
  // The numbers of the table, which hidden.spec.ts compares with the core's.
  for (const activation of ['relu', 'gelu']) {
    const share = page.locator(
      `#hidden [data-recipe="hidden.sparsity"][data-path="${activation}.zero_share"]`,
    );
    await expect(share).toHaveCount(2);
    const [said, shown] = await share.evaluateAll((numbers) =>
      numbers.map((number) => (number as HTMLDataElement).value),
    );
    expect(said).toBe(shown);
  }
  await page.getByRole('button', { name: 'Show random weights' }).click();
  await expect(verdict(zeros)).toContainText('Not quite. Here');
  await go_to_step(page, 'independence');
  // This question is about an example of ten tokens, whatever example the page shows.
  const tokens = question(page, 'independence', 'is replaced');
  await answer(tokens, 'all 9');
  await expect(verdict(tokens)).toContainText(
    'Not quite. Of the 72 numbers in the other nine outputs, compared bit by bit, 0 change',
  );
  await go_to_step(page, 'dropout');
  const mean = question(page, 'dropout', 'mean of an output');
  await answer(mean, 'it stays');
  await expect(verdict(mean)).toContainText('4 of 6 questions answered, 2 right');
});

/** For each question: selectors of the elements in its panel that contain the answer. */
const answers = [
  {
    panel: 'hidden',
    text: 'exactly 0',
    option: 'half with both',
    revealing: [
      '[data-figure="hidden_sparsity"] data',
      'a[href*="sparse"]',
      '.histogram_hidden_relu',
    ],
  },
  {
    panel: 'independence',
    text: 'is replaced',
    option: 'all 9',
    revealing: ['[data-figure="independence"] data', '.experiments data'],
  },
  { panel: 'dropout', text: 'mean of an output', option: 'it grows', revealing: ['.numbers data'] },
  {
    panel: 'cost',
    text: 'share of a block',
    option: 'half',
    revealing: ['[data-figure="gpt2_costs"] data'],
  },
] as const;

test.describe('a user who has not guessed', () => {
  test.use({ answers_covered: true });

  test(
    'each answer is covered until the guess; uncovering moves nothing',
    in_both_browsers,
    async ({ page }) => {
      await open_page(page, '/en/#feed_forward');
      await page.getByRole('radio', { name: '2 × 5 tokens' }).first().check();
      for (const { panel, text, option, revealing } of answers) {
        await go_to_step(page, panel);
        const guess = question(page, panel, text);
        await guess.scrollIntoViewIfNeeded();
        const revealed = page.locator(revealing.map((selector) => `#${panel} ${selector}`).join());
        const cover = page.locator(`#${panel} .cover`);
        await expect(cover.first()).toBeVisible();
        const figure = page
          .locator(`#${panel} .coverable`)
          .filter({ has: page.locator('data') })
          .first();
        await expect(figure.locator('data').first()).toBeAttached();
        for (const number of await revealed.all()) await expect(number).toBeHidden();
        // Screen readers and the keyboard cannot reach the answer either.
        await expect(figure.locator('.coverable_answer')).toHaveJSProperty('inert', true);
        await guess.getByRole('radio').first().focus();
        await page.keyboard.press('n');
        expect(
          await page.evaluate(() => document.activeElement?.closest('[inert]') ?? null),
        ).toBeNull();
        await page.keyboard.press('Escape');
        const height = await figure.evaluate(({ clientHeight }) => clientHeight);
        await answer(guess, option);
        await expect(verdict(guess)).toBeVisible();
        if (panel === 'cost') await answer(question(page, 'cost', 'from 4 to 8'), 'about ×2');
        await expect(cover).toHaveCount(0);
        await expect(revealed.first()).toBeVisible();
        expect(await figure.evaluate(({ clientHeight }) => clientHeight)).toBe(height);
        await guess.getByRole('button', { name: 'Guess again' }).click();
        await expect(cover.first()).toBeVisible();
      }
    },
  );

  test('can uncover an answer without a guess, also after a reload; other answers stay covered', async ({
    page,
  }) => {
    await open_page(page, '/en/#cost');
    const covers = (panel: string) => page.locator(`#${panel} .cover`);
    await covers('cost').first().getByRole('button', { name: 'Show me' }).press('Enter');
    await expect(covers('cost')).toHaveCount(0);
    // The focus moves to the uncovered figure.
    await expect(page.locator('#cost .coverable').first()).toBeFocused();
    await go_to_step(page, 'hidden');
    const guess = question(page, 'hidden', 'exactly 0');
    await guess.getByRole('button', { name: 'Show me' }).press('Enter');
    await expect(guess.getByRole('button', { name: 'Show me' })).toHaveCount(0);
    await expect(check(guess)).toBeFocused();
    await page.reload();
    await expect(guess).toBeVisible();
    await expect(covers('hidden')).toHaveCount(0);
    // The guess is still possible.
    await answer(guess, 'ReLU: most; GELU: none');
    await expect(verdict(guess)).toContainText('Right.');
    await go_to_step(page, 'dropout');
    // Over the answer and over the conclusion.
    await expect(covers('dropout')).toHaveCount(2);
    await go_to_step(page, 'cost');
    await expect(covers('cost')).toHaveCount(0);
  });

  test('sees all answers in print', async ({ page }) => {
    await open_page(page, '/en/#cost');
    await question(page, 'cost', 'share of a block').scrollIntoViewIfNeeded();
    const cover = page.locator('#cost .cover').first();
    const share = page.locator('[data-figure="gpt2_costs"] data').first();
    await expect(cover).toBeVisible();
    await expect(share).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(cover).toBeHidden();
    await expect(share).toBeVisible();
  });

  test('sees all answers after following a link with a state', async ({ page }) => {
    await open_panel(page, '/en/#v=2&x=1', 'cost');
    await expect(question(page, 'cost', 'share of a block')).toBeVisible();
    await expect(page.locator('.cover')).toHaveCount(0);
  });
});

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

  test('sees the curve after following a link with a state', async ({ page }) => {
    await open_panel(page, '/en/#v=2&x=1', 'activation');
    await expect(curve(page)).toHaveCount(1);
    await expect(page.locator('.plot_cover')).toHaveCount(0);
  });
});
