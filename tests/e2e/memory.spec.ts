/** The hidden units that hold a fact, and the twins with GELU and ReLU. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, open_step, test, unfold } from './page_test.ts';
import { smoke_test } from './smoke.ts';

smoke_test('memory');

const panel = (page: Page) => page.locator('#memory');
const corpus = JSON.parse(
  readFileSync(new URL('../../web/model/vocabulary.json', import.meta.url), 'utf8'),
) as { sentences: unknown[] };

test('the units that hold a fact are shown with their sentences and words', async ({ page }) => {
  await open_step(page, '/en/', 'memory');
  const memory = panel(page);
  await expect(memory.locator('.memory_sentences li')).toHaveCount(7);
  const second = memory.locator('.numbers button').nth(1);
  const unit = await second.locator('data').getAttribute('value');
  await second.click();
  await expect(memory.getByRole('heading', { name: `Unit ${unit}`, exact: true })).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toContain(`fact_unit=${unit}`);
});

test('the twins stand side by side', async ({ page }) => {
  await open_step(page, '/en/', 'memory');
  await unfold(page, 'GELU and ReLU side by side');
  const value = (path: string) =>
    panel(page).locator(`data[data-recipe="facts.twins"][data-path="${path}"]`);
  await expect(value('gelu.zero_share')).toHaveAttribute('value', '0');
  await expect(value('relu.right')).toHaveAttribute('value', String(corpus.sentences.length));
  expect(Number(await value('relu.needed').getAttribute('value'))).toBeGreaterThan(0);
  await value('relu.dead').click();
  await expect(page.locator('#provenance_code')).toContainText(
    "traits_of(await session.facts('relu'))",
  );
});

test('the step needs a sentence of the table, and says so after another one was typed', async ({
  page,
}) => {
  await open_step(page, '/en/#v=2&fact_prompt=1.2.3', 'memory');
  await expect(panel(page).getByText('needs a sentence of the table')).toBeVisible();
});

test('each sentence stands at its row of the strips', async ({ page }) => {
  await open_step(page, '/en/', 'memory');
  const strips = page.locator('.memory_strips');
  const { y, height } = (await strips.locator('canvas').boundingBox())!;
  const sentences = await strips.locator('li').all();
  expect(sentences.length).toBeGreaterThan(5);
  for (const [row, sentence] of sentences.entries()) {
    const box = (await sentence.boundingBox())!;
    const middle = y + ((row + 0.5) * height) / sentences.length;
    expect(Math.abs(box.y + box.height / 2 - middle)).toBeLessThan(3);
  }
});

test('a finger on the strips chooses the strongest column that it covers, a mouse the one below it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open_step(page, '/en/#v=2&fact_unit=116', 'memory');
  await unfold(page, 'Hidden activations after the last word');
  const frame = panel(page).locator('.memory_strips .heat_map_frame');
  const press = (type: 'mouse' | 'touch') =>
    frame.evaluate(
      (element, [pointerType, share]) => {
        const { left, top, width } = element.getBoundingClientRect();
        const [clientX, clientY] = [left + share * width + 5, top + 10]; // beside the column of unit 26
        const name = pointerType === 'mouse' ? 'pointerdown' : 'pointerup';
        element
          .querySelector('canvas')!
          .dispatchEvent(new PointerEvent(name, { pointerType, clientX, clientY, bubbles: true }));
      },
      [type, 26.5 / 256] as const,
    );
  const unit = (number: number) =>
    panel(page).getByRole('heading', { name: `Unit ${number}`, exact: true });
  await expect(unit(116)).toBeVisible();
  await press('touch');
  await expect(unit(26)).toBeVisible();
  await press('mouse');
  await expect(unit(26)).toHaveCount(0);
});
