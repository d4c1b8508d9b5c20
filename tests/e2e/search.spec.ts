/** The jump dialog finds what is on the page by its words, and leads to it. */
import type { Page } from '@playwright/test';
import { browsers_of_case, expect, open_page, test } from './page_test.ts';

/** A query in the words of a language, and what the chosen place shows. */
const searches = [
  ['en', 'numpy', /np\.random\.seed|NumPy/],
  ['en', 'parameters', /parameter/i],
  ['en', 'exercise', /Exercise/],
  ['fr', 'exercice', /Exercice/],
  ['fr', 'parametres', /paramètre/i],
  ['fr', 'gpt-2', /GPT-\u20602/],
  ['fr', 'numpy', /NumPy|np\.random/],
  ['vi', 'bai tap', /Bài tập/],
  ['vi', 'tham so', /tham số/i],
  ['vi', 'numpy', /NumPy|np\.random/],
] as const;

for (const [index, [language, query, shown]] of searches.entries())
  test(`“${query}” is found (${language})`, browsers_of_case(index), async ({ page }) => {
    await open_page(page, `/${language}/`);
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill(query);
    const found = page.getByRole('option');
    await expect(found.filter({ hasText: shown }).first()).toBeVisible();
    await found.filter({ hasText: shown }).first().click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator('.course').getByText(shown).first()).toBeVisible();
  });

test('what loads late is listed last: no place moves under the pointer', async ({ page }) => {
  let load = () => {};
  const loadable = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route('**/assets/search_texts-*.js', async (route) => {
    await loadable;
    await route.continue();
  });
  await open_page(page, '/en/');
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('network');
  const found = page.getByRole('option');
  await expect(found.filter({ hasNotText: /network/i })).toHaveCount(0);
  const first = await found.allTextContents();
  expect(first.length).toBeGreaterThan(0);
  load();
  await expect.poll(() => found.count()).toBeGreaterThan(first.length);
  expect((await found.allTextContents()).slice(0, first.length)).toEqual(first);
});

/** Finds a text in a folded part by the jump dialog, and expects it alone to be shown and marked. */
async function expect_unfolded(page: Page): Promise<void> {
  await open_page(page, '/en/');
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('whoever copies weights');
  await page.getByRole('option').first().click();
  const text = page.getByText('In the list, the linear layers are number 0 and number 3.');
  await expect(text).toBeInViewport();
  await expect(text).toHaveClass(/found_text/);
  await expect(page.locator('#feed_forward details.folded[open]')).toHaveCount(1);
  await expect(page.locator('.found_text')).toHaveCount(0);
}

test('a text in a folded part is unfolded, shown and marked; no other part stays open', ({
  page,
}) => expect_unfolded(page));

test('a text is found, and a term leads to the glossary, without what Safari 16.4 lacks', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Element.prototype, 'checkVisibility');
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
  });
  await expect_unfolded(page);
  await page.locator('#feed_forward .term_link').first().click();
  await expect(page.locator('#glossary tr:focus')).toBeInViewport();
});

test.describe('with an open guess', () => {
  test.use({ answers_covered: true });
  test('the search does not tell the answer', async ({ page }) => {
    await open_page(page, '/en/');
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill('makes up for the units that are dropped');
    await expect(page.getByRole('status').getByText('No results')).toBeVisible();
  });
});
