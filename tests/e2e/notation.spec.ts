/** All numbers of all steps, folded parts included, are written by the rules of number_format.ts. */
import type { Page } from '@playwright/test';
import { languages } from '../../web/page/src/words/languages.ts';
import { expect, numbers_computed, open_panel, steps, test, unfold_all } from './page_test.ts';

const group = { en: ',', fr: '\u202F', vi: '.' };
const point = { en: '\\.', fr: ',', vi: ',' };

/** Texts of a step as the user sees them, without code, which has the notation of its language. */
const texts_of = (page: Page, step: string) =>
  page.locator(`#${step}`).evaluate((section) => {
    const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode;
      if (textContent !== null && parentElement?.closest('code, pre, .copy_text') === null)
        texts.push(textContent);
    }
    return texts;
  });

for (const language of languages)
  test(`no number of the page is a negative zero, has a hyphen or an e (${language})`, async ({
    page,
  }) => {
    const wrong = {
      negative_zero: new RegExp(`[-−]0(?:${point[language]}0+)?(?![\\d.,])`),
      hyphen: /(?:^|[\s(=×:|])-\d/,
      exponent: /\de[-+−]?\d/,
      four_digits_grouped: new RegExp(`(?<![\\d.,])\\d[${group[language]}]\\d{3}(?![\\d.,\u202F])`),
      five_digits_not_grouped: /(?<![\d.,:/·])\d{5,}(?![\d./])/,
    };
    const found: string[] = [];
    let numbers = 0;
    for (const step of steps) {
      await open_panel(page, `/${language}/`, step);
      await unfold_all(page, step);
      await numbers_computed(page);
      const texts = await texts_of(page, step);
      numbers += texts.filter((text) => /\d/.test(text)).length;
      for (const [rule, pattern] of Object.entries(wrong))
        found.push(
          ...texts.filter((text) => pattern.test(text)).map((text) => `${step} ${rule}: ${text}`),
        );
    }
    expect(found).toEqual([]);
    expect(numbers).toBeGreaterThan(500);
  });
