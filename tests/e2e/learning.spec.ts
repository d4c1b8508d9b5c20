/**
 * The step in which the facts are learnt: the training starts, pauses and is rewound, and its
 * numbers are the core's.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Twins } from '../../web/page/src/steps/learning/twins.ts';
import type { CorpusFile } from '../../web/page/src/language_model/corpus.ts';
import { lab_of } from './core.ts';
import { expect, open_step, overflow_at, test, unfold } from './page_test.ts';
import { shown_answers } from './programs.ts';
import { smoke_test } from './smoke.ts';

smoke_test('learning');

const panel = (page: Page) => page.locator('#learning');
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
const slider = (page: Page) => panel(page).getByRole('slider');
const step = (page: Page) => panel(page).locator('.learning_step data').first();
const corpus = JSON.parse(
  readFileSync(new URL('../../web/model/vocabulary.json', import.meta.url), 'utf8'),
) as CorpusFile;

const open = (page: Page, address = '/en/') => open_step(page, address, 'learning');

/** Trains until a few steps are recorded, and pauses. */
async function train(page: Page): Promise<number> {
  await button(page, 'Train here').click();
  await expect
    .poll(async () => Number(await step(page).getAttribute('value')))
    .toBeGreaterThanOrEqual(20);
  await button(page, 'Pause').click();
  await expect(button(page, 'Go on')).toBeVisible();
  // The step that was being trained is still shown.
  await expect(async () => {
    const place = /\d+/.exec((await slider(page).getAttribute('aria-valuetext')) ?? '')?.[0] ?? '';
    await expect(step(page)).toHaveAttribute('value', place, { timeout: 2000 });
  }).toPass();
  return Number(await step(page).getAttribute('value'));
}

test('the training starts, pauses and is rewound; its numbers are the core’s', async ({ page }) => {
  await open(page);
  await expect(panel(page).getByText('Not trained yet')).toBeVisible();
  await unfold(page, 'The counts as numbers');
  const reached = await train(page);
  const numbers = () => shown_answers(page, '#learning');
  const before = await numbers();
  const twins = new Twins(await lab_of(page), corpus);
  await twins.go(reached);
  const frame = twins.frame({
    step: reached,
    activation: 'gelu',
    prompt: corpus.sentences[0]!.slice(4, -1),
  });
  const value = (path: string) => before.find((one) => one.path === path)?.text;
  expect([value('right.gelu.all'), value('right.relu.relations.0')]).toEqual(
    [frame.right.gelu.all, frame.right.relu.relations[0]].map(String),
  );
  expect(value('probabilities.0')).toBe(String(frame.probabilities[0]));
  // Back during the training: it pauses only when the step no longer changes.
  const place = Number(await slider(page).inputValue());
  await button(page, 'Go on').click();
  await expect.poll(async () => Number(await slider(page).inputValue())).toBeGreaterThan(place + 1);
  await page.evaluate(() => {
    const player = document.querySelector('.learning_player')!;
    const seen: string[][] = [];
    new MutationObserver(() =>
      seen.push([
        player.querySelector('.learning_step')?.textContent ?? '',
        player.querySelector('[role="status"]')?.textContent ?? '',
      ]),
    ).observe(player, { childList: true, characterData: true, subtree: true });
    Object.assign(globalThis, { seen });
  });
  // Once: between two keys it may pause, rightly, at the step of the first.
  await slider(page).press('ArrowLeft');
  await expect(panel(page).getByText('The training pauses.')).toBeVisible();
  const paused = await page.evaluate(() =>
    (globalThis as unknown as { seen: string[][] }).seen
      .filter(([, status]) => status === 'The training pauses.')
      .map(([shown]) => shown),
  );
  expect(new Set(paused).size).toBe(1);
  await slider(page).fill(String(place));
  await expect(step(page)).toHaveAttribute('value', String(reached));
  // Back and forth shows the same numbers.
  await slider(page).press('Home');
  await expect(step(page)).toHaveAttribute('value', '0');
  await expect
    .poll(async () => (await numbers()).find(({ path }) => path === 'probabilities.0')?.text)
    .not.toBe(value('probabilities.0'));
  for (let at = 0; at < reached; at += 10) await slider(page).press('ArrowRight');
  await expect(step(page)).toHaveAttribute('value', String(reached));
  expect(await numbers()).toEqual(before);
  await expect(panel(page).locator('[data-figure="learning_compared"]')).toHaveCount(0);
});

test('no probable word is broken in a narrow column', async ({ page }) => {
  await open(page);
  const word = panel(page).locator('.probability_word > [lang]').first();
  for (const width of [320, 1200, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 320) await unfold(page, 'One sentence');
    await word.evaluate((one) => (one.textContent = 'Tegucigalpa'));
    expect.soft(await word.evaluate((one) => one.getClientRects().length), `${width}`).toBe(1);
    expect.soft(await overflow_at(page, width)).toBeLessThanOrEqual(0);
  }
});
