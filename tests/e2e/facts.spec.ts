/** The steps about the language model of the facts: what is left without a part of it, where a fact is, and how it is forgotten or rewritten. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { add_axe, expect_accessible } from './accessibility.ts';
import { browser_independent, expect, numbers_computed, open_panel, overflow_at, test } from './page_test.ts';

const panel = (page: Page, step = 'facts') => page.locator(`#${step}`);
const number = (page: Page, recipe: string, path: string) =>
  panel(page).locator(`data[data-recipe="facts.${recipe}"][data-path="${path}"]`).first();
const corpus = JSON.parse(readFileSync(new URL('../../web/model/vocabulary.json', import.meta.url), 'utf8')) as { sentences: unknown[] };

async function open(page: Page, address: string, step = 'facts'): Promise<void> {
  await open_panel(page, address, step);
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

test('the units that hold a fact are shown with their sentences and words', browser_independent, async ({ page }) => {
  await open(page, '/en/', 'memory');
  const memory = panel(page, 'memory');
  await expect(memory.locator('.memory_sentences li')).toHaveCount(7);
  const second = memory.locator('.numbers button').nth(1);
  const unit = await second.locator('data').getAttribute('value');
  await second.click();
  await expect(memory.getByRole('heading', { name: `Unit ${unit}`, exact: true })).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toContain(`fact_unit=${unit}`);
});

test('a fact is forgotten unit by unit, and rewritten; a rewrite is undone', async ({ page }) => {
  await open(page, '/en/', 'rewriting');
  const step = panel(page, 'rewriting');
  await step.getByRole('slider', { name: 'Silenced units' }).press('End');
  await expect(step.locator('.facts_sentence .facts_word')).not.toHaveText('Paris');
  await step.getByLabel('New answer').selectOption({ label: 'Rome' });
  const first_answer = step.locator('[data-figure="rewriting_answers"] tbody tr').first().locator('td').last();
  await expect(first_answer).toHaveText('Paris');
  await step.getByRole('button', { name: 'Rewrite the fact' }).click();
  await expect(first_answer).toHaveText('Rome');
  await expect.poll(() => new URL(page.url()).hash).toMatch(/fact_rewrites=0\.\d+/);
  await step.getByRole('button', { name: 'Undo the last one' }).click();
  await expect(first_answer).toHaveText('Paris');
});

for (const step of ['facts', 'memory', 'rewriting']) {
  test(`axe finds no violation in ${step}, and nothing is wider than the window`, browser_independent, async ({ page }) => {
    await add_axe(page);
    await open(page, '/vi/#v=1&fact_network=0&fact_rewrites=0.7', step);
    await expect_accessible(page, `#${step}`);
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overflow_at(page, width)).toBe(0);
    }
  });
}

test('the trained network is an example of the steps, loaded when it is chosen; its tokens have words', async ({ page }) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(...(/\/(gelu-[^/]*\.js)/.exec(request.url())?.slice(1) ?? [])));
  await open(page, '/fr/', 'feed_forward');
  expect(files).toEqual([]);
  await panel(page, 'feed_forward').getByRole('radio', { name: 'Modèle des faits, 64 → 256' }).check();
  await expect(page.locator('[data-tensor-view="x"] .tensor_shape')).toHaveText('(6, 64)');
  expect(files).toHaveLength(1);
  await numbers_computed(page);
  const token = page.locator('.token_choice select');
  const words = ['la', 'capitale', 'de', 'la', 'France', 'est'];
  await expect(token.locator('option')).toHaveText(words.map((word, index) => `[${index}] ${word}`));
  await token.selectOption('4');
  await expect(page).toHaveURL(/#v=1&example=facts&token=4&panel=feed_forward$/);
  await page.locator('[data-recipe="forward.pass"][data-path="d_ff"]').click();
  await expect(page.locator('.provenance pre')).toContainText('facts.gelu.safetensors');
  await page.keyboard.press('Escape');
  // The sentence that is chosen in the first step.
  await open(page, '/fr/#v=1&example=facts&fact=0', 'independence');
  await expect(panel(page, 'independence').getByRole('rowheader').nth(3)).toContainText('[3] France');
});

for (const step of ['feed_forward', 'hidden', 'independence', 'dropout', 'block', 'backward']) {
  test(`the trained network is shown in ${step} at every width`, browser_independent, async ({ page }) => {
    await open(page, '/en/#v=1&example=facts&token=4', step);
    await expect(panel(page, step).locator('.notice_error')).toHaveCount(0);
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overflow_at(page, width)).toBe(0);
    }
  });
}
