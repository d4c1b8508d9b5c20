/** How a fact is forgotten unit by unit, and rewritten. */
import type { Page } from '@playwright/test';
import { expect, open_step, test } from './page_test.ts';
import { smoke_test } from './smoke.ts';

smoke_test('rewriting');

const panel = (page: Page) => page.locator('#rewriting');

test('a fact is forgotten unit by unit, and rewritten; a rewrite is undone', async ({ page }) => {
  await open_step(page, '/en/', 'rewriting');
  const step = panel(page);
  await step.getByRole('slider', { name: 'Silenced units' }).press('End');
  await expect(step.locator('.facts_sentence .facts_word')).not.toHaveText('Paris');
  await step.getByLabel('New answer').selectOption({ label: 'Rome' });
  const first_answer = step
    .locator('[data-figure="rewriting_answers"] tbody tr')
    .first()
    .locator('td')
    .last();
  await expect(first_answer).toHaveText('Paris');
  await step.getByRole('button', { name: 'Rewrite the fact' }).click();
  await expect(first_answer).toHaveText('Rome');
  await expect.poll(() => new URL(page.url()).hash).toMatch(/fact_rewrites=0\.\d+/);
  await step.getByRole('button', { name: 'Undo the last one' }).click();
  await expect(first_answer).toHaveText('Paris');
});

test('another sentence, chosen beside the rewriting, starts with all units', async ({ page }) => {
  await open_step(page, '/en/', 'rewriting');
  const step = panel(page);
  const unchanged = step.getByText('No answer has changed.');
  await expect(unchanged).toHaveCount(2);
  const slider = step.getByRole('slider', { name: 'Silenced units' });
  await slider.press('End');
  await expect(unchanged).toHaveCount(1);
  const choices = step.getByLabel('Beginning of the sentence');
  await choices.last().selectOption({ label: 'the capital of Portugal is …' });
  await expect(choices.first().locator(':checked')).toHaveText('the capital of Portugal is …');
  await expect(slider).toHaveValue('0');
  await expect(step.locator('.facts_word_right').first()).toHaveText('Lisbon');
  await expect(unchanged).toHaveCount(2);
});

test('the step needs a sentence of the table, and says so after another one was typed', async ({
  page,
}) => {
  await open_step(page, '/en/#v=2&fact_prompt=1.2.3', 'rewriting');
  await expect(panel(page).getByText('needs a sentence of the table')).toBeVisible();
});
