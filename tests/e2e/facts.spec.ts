/** The step that shows what the network is for: the next word of a sentence, and the facts that are left without a part of the model. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { add_axe, expect_accessible } from './accessibility.ts';
import { browser_independent, expect, numbers_computed, open_panel, overflow_at, test } from './page_test.ts';

const panel = (page: Page) => page.locator('#facts');
const number = (page: Page, recipe: string, path: string) =>
  panel(page).locator(`data[data-recipe="facts.${recipe}"][data-path="${path}"]`).first();
const corpus = JSON.parse(readFileSync(new URL('../../web/model/vocabulary.json', import.meta.url), 'utf8')) as { sentences: unknown[] };

async function open(page: Page, address: string): Promise<void> {
  await open_panel(page, address, 'facts');
  await numbers_computed(page);
}

test('the model ends a sentence, and without its feed-forward network it has lost its facts', async ({ page }) => {
  await open(page, '/en/');
  await expect(panel(page).locator('.facts_sentence')).toHaveText('the capital of France is Paris');
  await expect(number(page, 'right', 'all.right')).toHaveAttribute('value', String(corpus.sentences.length));
  await expect(number(page, 'right', 'all.of')).toHaveAttribute('value', String(corpus.sentences.length));
  await panel(page).getByRole('group', { name: 'Feed-forward network' }).getByRole('radio', { name: 'off' }).check();
  await expect.poll(async () => Number(await number(page, 'right', 'all.right').getAttribute('value'))).toBeLessThan(300);
  await expect(panel(page).locator('.facts_word_right')).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).hash).toContain('fact_network=0');
});

test('a sentence is chosen by language, relation and beginning; the address contains it', async ({ page }) => {
  await open(page, '/fr/');
  await expect(panel(page).locator('.facts_sentence')).toHaveText('la capitale de la France est Paris');
  await panel(page).getByRole('radio', { name: 'Tiếng Việt' }).check();
  await expect(panel(page).locator('.facts_sentence')).toHaveText('thủ đô của Pháp là Paris');
  await panel(page).getByLabel('Sujet').selectOption({ label: 'contraires' });
  await expect(panel(page).locator('.facts_word_right')).toBeVisible();
  await panel(page).getByLabel('Début de la phrase').selectOption({ index: 2 });
  await numbers_computed(page);
  const text = await panel(page).locator('.facts_sentence').textContent();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/fact=\d+/);
  await page.reload();
  await expect(panel(page).locator('.facts_sentence')).toHaveText(text ?? '');
});

test('axe finds no violation, and nothing is wider than the window', browser_independent, async ({ page }) => {
  await add_axe(page);
  await open(page, '/vi/#v=1&fact_network=0');
  await expect_accessible(page, '#facts');
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => overflow_at(page, width)).toBe(0);
  }
});
