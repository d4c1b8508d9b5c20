/**
 * The language model of the facts: what is left without a part of it, its sentences, its files, and
 * its network as the example of other steps.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { intercept_downloads } from './downloads.ts';
import {
  expect,
  in_both_browsers,
  numbers_computed,
  open_step,
  overflow_at,
  test,
  unfold,
} from './page_test.ts';
import { smoke_test } from './smoke.ts';

smoke_test('facts');

const panel = (page: Page, step = 'facts') => page.locator(`#${step}`);
const number = (page: Page, recipe: string, path: string) =>
  panel(page).locator(`data[data-recipe="facts.${recipe}"][data-path="${path}"]`).first();
const corpus = JSON.parse(
  readFileSync(new URL('../../web/model/vocabulary.json', import.meta.url), 'utf8'),
) as { sentences: unknown[] };

const open = (page: Page, address: string, step = 'facts') => open_step(page, address, step);

test(
  'the model ends a sentence, and without its feed-forward network it has lost its facts',
  in_both_browsers,
  async ({ page }) => {
    await open(page, '/en/');
    await expect(panel(page).locator('.facts_sentence')).toHaveText(
      'the capital of France is Paris',
    );
    await expect(number(page, 'right', 'all.right')).toHaveAttribute(
      'value',
      String(corpus.sentences.length),
    );
    await expect(number(page, 'right', 'all.of')).toHaveAttribute(
      'value',
      String(corpus.sentences.length),
    );
    const network = panel(page).getByRole('switch', { name: 'Feed-forward network' });
    await network.press('Space');
    await expect(network).not.toBeChecked();
    await expect(network).toContainText('off');
    await expect
      .poll(async () => Number(await number(page, 'right', 'all.right').getAttribute('value')))
      .toBeLessThan(300);
    await expect(panel(page).locator('.facts_word_right')).toHaveCount(0);
    await expect.poll(() => new URL(page.url()).hash).toContain('fact_network=0');
  },
);

test('one hidden unit is switched off by its number', async ({ page }) => {
  await open(page, '/en/');
  const probability = number(page, 'next', 'probabilities.0');
  const before = Number(await probability.getAttribute('value'));
  // By default the unit that contributes most to the answer.
  const unit = await panel(page).getByLabel('Hidden unit').inputValue();
  await panel(page)
    .getByRole('group', { name: 'This unit' })
    .getByRole('radio', { name: 'off' })
    .check();
  await expect
    .poll(async () => Number(await probability.getAttribute('value')))
    .toBeLessThan(before);
  await expect.poll(() => new URL(page.url()).hash).toContain(`fact_unit=${unit}&fact_unit_on=0`);
  await panel(page).getByLabel('Hidden unit').fill('256');
  await expect(panel(page).locator('.field_error').filter({ hasText: '255' })).toBeVisible();
});

test(
  'a beginning is typed: the next word follows, and a word that the model does not know is named',
  in_both_browsers,
  async ({ page }) => {
    await open(page, '/en/');
    const field = panel(page).getByLabel('Or type a beginning');
    const sentence = panel(page).locator('.facts_sentence');
    const error = panel(page).locator('.facts_typed .field_error');
    await field.fill('the capital of Jap');
    await expect(sentence).toHaveText(/^the capital of \S/);
    await expect(
      panel(page).locator('datalist option[value="the capital of Japan is"]'),
    ).toBeAttached();
    await expect(error).toHaveText('');
    await field.blur();
    await expect(error).toContainText('“Jap”');
    await field.fill('the capital of Japan is');
    await expect(panel(page).locator('.facts_word_right')).toHaveText('Tokyo');
    await expect(
      panel(page).getByLabel('Beginning of the sentence').locator(':checked'),
    ).toHaveText('the capital of Japan is …');
    const said = panel(page).locator('.fact_map_said');
    await expect(said).toHaveText('the capital of Japan is ✓ Tokyo');
    await field.fill('the capital of Frnace is');
    await expect(error).toContainText('“Frnace”');
    await expect(error).toContainText('France');
    // No answer stands beside a sentence that has none.
    const none = panel(page).locator('.coverable > .cover');
    await expect(none).toContainText('cannot read this sentence');
    await expect(sentence).toBeHidden();
    await expect(said).toBeEmpty();
    await expect(field).toHaveValue('the capital of Frnace is');
    await field.fill('thủ đô của Nhật Bản');
    await expect(sentence).toHaveText(/^thủ đô của Nhật Bản \S/);
    await expect(sentence).toHaveAttribute('lang', 'vi');
    await expect(panel(page).locator('.facts_word_right, .probability_mark')).toHaveCount(0);
    // The field can be emptied, and does not fill itself while a first word is typed.
    for (const beginning of ['', 'th']) {
      await field.fill(beginning);
      await expect(none).toContainText('Type the first word');
      await expect(sentence).toBeHidden();
      await expect(field).toHaveValue(beginning);
    }
    await field.blur();
    await expect(error).toContainText('“th”');
    await field.fill('THU DO CUA Nhat Ban');
    await expect(sentence).toHaveText(/^thủ đô của Nhật Bản \S/);
    await field.fill('thủ đô của Nhật Bản');
    await expect.poll(() => new URL(page.url()).hash).toMatch(/fact_prompt=\d+\.\d+\.\d+\.\d+&/);
    await page.reload();
    await expect(field).toHaveValue('thủ đô của Nhật Bản');
    await panel(page)
      .getByLabel('Beginning of the sentence')
      .selectOption({ label: 'the capital of Italy is …' });
    await expect(field).toHaveValue('the capital of Italy is');
  },
);

test('an address with tokens that do not exist asks the chosen sentence', async ({ page }) => {
  await open(page, '/en/#v=2&fact_prompt=9999');
  await expect(panel(page).locator('.facts_sentence')).toHaveText('the capital of France is Paris');
});

test('the model, its vocabulary and its sentences are saved, with a program for PyTorch', async ({
  page,
}) => {
  await intercept_downloads(page);
  await open(page, '/en/#v=2&fact_activation=relu');
  await unfold(page, 'Take the model with you');
  const names = [
    'facts.gelu.safetensors',
    'facts.relu.safetensors',
    'vocabulary.json',
    'sentences.txt',
  ];
  // One after the other: the note is about the last file that was ready.
  for (const name of names) {
    await panel(page).getByRole('button', { name, exact: true }).click();
    await expect(panel(page).getByText(`${name} has been handed`)).toBeVisible();
  }
  const saved = await page.evaluate(async () => {
    const { downloads } = globalThis as typeof globalThis & {
      downloads: { name: string; blob: Blob }[];
    };
    return Promise.all(
      downloads.map(async ({ name, blob }) => ({
        name,
        bytes: Array.from(new Uint8Array(await blob.arrayBuffer())),
      })),
    );
  });
  expect(saved.map(({ name }) => name).sort()).toEqual(names.toSorted());
  for (const { name, bytes } of saved.filter((file) => file.name !== 'sentences.txt')) {
    expect(
      Buffer.from(bytes).equals(readFileSync(new URL(`../../web/model/${name}`, import.meta.url))),
    ).toBe(true);
  }
  await expect(panel(page).locator('pre')).toContainText(
    'activation = relu\nprompt = ["the", "capital", "of", "France", "is"]',
  );
});

test('a sentence is chosen by language, relation and beginning; the address contains it', async ({
  page,
}) => {
  await open(page, '/fr/');
  await expect(panel(page).locator('.facts_sentence')).toHaveText(
    'la capitale de la France est Paris',
  );
  await panel(page).getByRole('radio', { name: 'Tiếng Việt' }).check();
  await expect(panel(page).locator('.facts_sentence')).toHaveText('thủ đô của Pháp là Paris');
  await panel(page).getByLabel('Sujet').selectOption({ label: 'contraires' });
  await expect(panel(page).locator('.facts_word_right')).toBeVisible();
  await panel(page).getByLabel('Début de la phrase').selectOption({ index: 2 });
  await numbers_computed(page);
  const text = await panel(page).locator('.facts_sentence').textContent();
  const chosen = await panel(page).getByLabel('Début de la phrase').inputValue();
  await expect.poll(() => new URL(page.url()).hash).toContain(`fact=${chosen}&`);
  await page.reload();
  await expect(panel(page).locator('.facts_sentence')).toHaveText(text ?? '');
});

test('the trained network is an example of the steps, loaded when it is chosen; its tokens have words', async ({
  page,
}) => {
  const files: string[] = [];
  page.on('request', (request) =>
    files.push(...(/\/(gelu-[^/]*\.js)/.exec(request.url())?.slice(1) ?? [])),
  );
  await open(page, '/fr/', 'feed_forward');
  expect(files).toEqual([]);
  await panel(page, 'feed_forward')
    .getByRole('radio', { name: 'Modèle des faits, 64 → 256' })
    .check();
  await expect(page.locator('[data-tensor-view="x"] .tensor_shape')).toHaveText('(6, 64)');
  expect(files).toHaveLength(1);
  await numbers_computed(page);
  const token = page.locator('.token_choice select');
  const words = ['la', 'capitale', 'de', 'la', 'France', 'est'];
  await expect(token.locator('option')).toHaveText(
    words.map((word, index) => `[${index}] ${word}`),
  );
  await token.selectOption('4');
  await expect(page).toHaveURL(/#v=2&example=facts&token=4&panel=feed_forward$/);
  await page.locator('[data-recipe="forward.pass"][data-path="d_ff"]').click();
  await expect(page.locator('.provenance pre')).toContainText('facts.gelu.safetensors');
  await page.keyboard.press('Escape');
  // The sentence that is chosen in the first step.
  await open(page, '/fr/#v=2&example=facts&fact=0', 'independence');
  await expect(panel(page, 'independence').getByRole('rowheader').nth(3)).toContainText(
    '[3] France',
  );
});

test('the trained network is shown in each step of the network at every width', async ({
  page,
}) => {
  for (const step of [
    'feed_forward',
    'hidden',
    'independence',
    'dropout',
    'block',
    'backward',
    'bridge',
  ]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, '/en/#v=2&example=facts&token=4', step);
    await expect(panel(page, step).locator('.notice_error')).toHaveCount(0);
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overflow_at(page, width), step).toBe(0);
    }
  }
});
