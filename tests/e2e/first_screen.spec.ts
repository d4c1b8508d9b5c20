/**
 * The first screen: a sentence, its next word, and a switch for the feed-forward network, in view
 * without scrolling and alive at once.
 */
import { browsers_of_case, expect, numbers_computed, open_page, test } from './page_test.ts';
import { smoke_test } from './smoke.ts';

smoke_test('hero');

const texts = {
  en: {
    sentence: 'the capital of France is',
    answer: 'Paris',
    off: 'off',
    lost: 'repeats the last word',
  },
  fr: {
    sentence: 'la capitale de la France est',
    answer: 'Paris',
    off: 'arrêt',
    lost: 'répète le dernier mot',
  },
  vi: { sentence: 'thủ đô của Pháp là', answer: 'Paris', off: 'tắt', lost: 'lặp lại từ cuối' },
} as const;
const languages = ['en', 'fr', 'vi'] as const;

for (const [index, language] of languages.entries()) {
  const { sentence, answer, off, lost } = texts[language];

  test(
    `without its feed-forward network the model has lost the fact (${language})`,
    browsers_of_case(index),
    async ({ page }) => {
      await open_page(page, `/${language}/`);
      const hero = page.locator('.hero');
      const words = hero.locator('.probability .probability_word > :first-child');
      await expect(hero.locator('.facts_sentence')).toHaveText(`${sentence} ${answer}`);
      await expect(words.first()).toHaveText(answer);
      expect(Number(await hero.locator('.number').first().getAttribute('value'))).toBeGreaterThan(
        0.5,
      );
      await hero.getByRole('radio', { name: off }).check();
      await expect(words.first()).not.toHaveText(answer);
      await expect(hero.locator('.hero_lost')).toContainText(lost);
      await expect(page).toHaveURL(/#v=2&fact_network=0$/);
      await hero.getByRole('radio').first().check();
      await expect(words.first()).toHaveText(answer);
      await expect(hero.locator('.hero_lost')).toHaveText('');
      await hero.getByRole('button').last().click();
      await expect(page.locator('#facts h2')).toBeFocused();
    },
  );

  test(`title, switch and map are in view without scrolling, on a wide screen all of it (${language})`, async ({
    page,
  }) => {
    const first = ['h1', '.hero_switch', '.fact_map', '.fact_map_said', '.fact_map_count'];
    const others = [
      '.lead',
      '.facts_sentence',
      '.probability:nth-child(4)',
      '.guide_start .button',
    ];
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('about:blank');
      await open_page(page, `/${language}/`);
      for (const part of width === 1440 ? [...first, ...others] : first)
        await expect(page.locator(`.hero ${part}`)).toBeInViewport({ ratio: 1 });
      const places = () =>
        page
          .locator('.hero_switch, .fact_map, .guide_start')
          .evaluateAll((parts) =>
            parts.map((part) => part.getBoundingClientRect().toJSON() as unknown),
          );
      const before = await places();
      await page.locator('.hero input[value="false"]').check();
      await numbers_computed(page);
      await expect(page.locator('.hero_lost')).not.toHaveText('');
      expect(await places()).toEqual(before);
    }
  });
}

test('the first answer is in the HTML, with the numbers that the core computes', async ({
  page,
  browser,
  baseURL,
}) => {
  await open_page(page, '/en/');
  const shown = (of: typeof page) =>
    of
      .locator('.hero')
      .locator('.facts_sentence, .probability_number, .fact_map_said, .fact_map_count')
      .allInnerTexts();
  const computed = await shown(page);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const without_scripts = await context.newPage();
  await without_scripts.goto('/en/');
  expect(await shown(without_scripts)).toEqual(computed);
  await expect(without_scripts.locator('.first_map').first()).toBeVisible();
  await context.close();
});

test('a worker that ends is reported in the figure and starts again', async ({ page }) => {
  await page.goto('/failure/service_dies/first_screen/en/');
  const notice = page.locator('.hero .notice_error');
  await expect(notice).toContainText('Its background worker stopped');
  await expect(page.locator('.core_notice')).toBeEmpty();
  await expect(notice.getByRole('button')).toBeVisible();
});
