import type { Locator, Page } from '@playwright/test';
import { expect, go_to_step, in_both_browsers, open_page, open_panel, test } from './page_test.ts';

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
  await expect(verdict(guess)).toContainText('Not right. It is 66.6%.');
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
  await expect(verdict(doubled)).toContainText('Not right. They grow by a factor of 1.99');
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
  await page.getByRole('combobox', { name: 'Example' }).selectOption('notebook_batch');
  // The guess stays right; the numbers are those of the other example.
  await expect(verdict(zeros)).toContainText('Right, with the settings of your guess. Now: Here 4');
  await expect(verdict(zeros)).toContainText('2 of 6 questions answered, 1 right');
  await go_to_step(page, 'independence');
  const tokens = question(page, 'independence', 'for the other tokens');
  await answer(tokens, 'all of them');
  await expect(verdict(tokens)).toContainText(
    'Not right. Of the 72 numbers in the other tokens’ outputs, compared bit by bit, 0 change',
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
    text: 'for the other tokens',
    option: 'all of them',
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
    'each answer is covered until the guess, by no more than a line; uncovering moves nothing above',
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
        const height = () => figure.evaluate(({ clientHeight }) => clientHeight);
        expect(await height()).toBeLessThan(100);
        const top = () =>
          guess.evaluate((element) => element.getBoundingClientRect().top + scrollY);
        const before = await top();
        await answer(guess, option);
        expect(await top()).toBeCloseTo(before, 0);
        await expect(verdict(guess)).toBeVisible();
        if (panel === 'cost') await answer(question(page, 'cost', 'from 4 to 8'), 'about ×2');
        await expect(cover).toHaveCount(0);
        await expect(revealed.first()).toBeVisible();
        expect(await height()).toBeGreaterThan(100);
        await guess.getByRole('button', { name: 'Guess again' }).click();
        await expect(cover.first()).toBeVisible();
      }
    },
  );

  test('no cover sticks out of what it covers', async ({ page }) => {
    for (const { panel } of answers) {
      await open_page(page, `/en/#${panel}`);
      await expect(page.locator('.conclusion .cover')).toBeAttached();
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 });
        const outside = await page.locator(`#${panel} .coverable`).evaluateAll(
          (frames) =>
            frames.filter((frame) => {
              const [outer, inner] = [frame, frame.querySelector('.cover_text')!].map((element) =>
                element.getBoundingClientRect(),
              );
              return inner!.top < outer!.top || inner!.bottom > outer!.bottom;
            }).length,
        );
        expect.soft(outside, `${panel} at ${width}`).toBe(0);
      }
    }
  });

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
    await expect(guess.locator('.prediction_shown')).toHaveText('Answer: ReLU: most; GELU: none.');
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

  test('sees the question in print, but no answer', async ({ page }) => {
    await open_page(page, '/en/#cost');
    const asked = question(page, 'cost', 'share of a block');
    await asked.scrollIntoViewIfNeeded();
    const cover = page.locator('#cost .cover').first();
    const share = page.locator('[data-figure="gpt2_costs"] data').first();
    await expect(cover).toBeVisible();
    await expect(share).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(cover).toBeHidden();
    await expect(share).toBeHidden();
    await expect(asked.locator('legend')).toBeVisible();
    await expect(asked.locator('.print_lines')).toBeVisible();
  });

  test('sees the answers after following a link that shows them, no other link', async ({
    page,
  }) => {
    const asked = question(page, 'cost', 'share of a block');
    await open_panel(page, '/en/#v=2&x=1', 'cost');
    await expect(asked).toBeVisible();
    await expect(page.locator('.cover').first()).toBeVisible();
    await open_panel(page, '/en/#v=2&x=1&answers=shown', 'cost');
    await expect(asked).toBeVisible();
    await expect(page.locator('.cover')).toHaveCount(0);
    // “Guess again” covers that answer, and leaves the others.
    await answer(asked, 'two thirds');
    await asked.getByRole('button', { name: 'Guess again' }).click();
    await expect(page.locator('.cover').first()).toBeVisible();
    await go_to_step(page, 'hidden');
    await expect(page.locator('.cover')).toHaveCount(0);
  });

  test('comes before each cover on a narrow screen', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const { panel } of answers) {
      await open_page(page, `/en/#${panel}`);
      const bottoms = await page
        .locator(`#${panel} .prediction`)
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
      const tops = await page
        .locator(`#${panel} .coverable > .cover`)
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      expect(bottoms.length, panel).toBeGreaterThan(0);
      expect(Math.min(...tops), panel).toBeGreaterThanOrEqual(Math.max(...bottoms));
    }
  });
});
