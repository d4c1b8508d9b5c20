/**
 * Checkpoint panel: a text runs through all blocks of the model, and a value vector is projected
 * onto the vocabulary.
 */
import { writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { Lab, Tensor } from 'ffn-lab';
import { add_axe, expect_accessible } from './accessibility.ts';
import { number } from './checkpoint_page.ts';
import { lab_of } from './core.ts';
import { expect, open_panel, test } from './page_test.ts';
import { run } from './programs.ts';

const panel = (page: Page) => page.locator('#checkpoint');
const next = (page: Page) => page.locator('[data-figure="next_tokens"]');
const vocabulary = (page: Page) => page.locator('[data-figure="value_vocabulary"]');

/** Returns the program that the page shows for a number. */
async function program_of(page: Page, number: Locator): Promise<string> {
  await number.click();
  const code = await page
    .getByRole('complementary', { name: 'Where a number comes from' })
    .locator('pre')
    .innerText();
  await page.keyboard.press('Escape');
  return code;
}

/**
 * Expects that the program of each number computes it again, bit by bit. `path` is the file that
 * the programs open.
 */
async function expect_programs(
  page: Page,
  numbers: readonly Locator[],
  path?: string,
): Promise<void> {
  const lab = await lab_of(page);
  for (const number of numbers) {
    const code = await program_of(page, number);
    const program =
      path === undefined ? code : code.replace("'small.safetensors'", JSON.stringify(path));
    expect(String(await run(program, lab)), code).toBe(await number.getAttribute('value'));
  }
}

async function open_text_of_sample(page: Page, language = 'en'): Promise<void> {
  await open_panel(page, `/${language}/#v=2&model=sample`, 'checkpoint');
  await panel(page).locator('input[type="radio"][value="tokens"]').check();
}

test('the model of the random checkpoint runs on a text', async ({ page }) => {
  await open_text_of_sample(page);
  await expect(panel(page).getByText('No text has reached this layer yet')).toBeVisible();
  await panel(page).getByLabel('Your text').fill('Ổ nơ-ron');
  const strip = panel(page).getByRole('list', { name: '11 tokens, each with its id' });
  await expect(strip.locator('.tokens_id')).toHaveText(
    Array.from(new TextEncoder().encode('Ổ nơ-ron'), String),
  );
  await panel(page).getByRole('button', { name: 'Run the model on it' }).click();
  await expect(panel(page).getByText('All 4 blocks have run.')).toBeVisible();
  await expect(panel(page).locator('[data-tier="tokens"]')).toBeVisible();
  const likeliest = next(page).locator('data[data-recipe]');
  await expect(likeliest).toHaveCount(10);
  await expect_programs(page, [likeliest.first(), likeliest.last()]);

  // The networks of later layers have inputs too, and the programs of their numbers begin with the
  // text.
  await page.evaluate(
    () =>
      (location.hash = '#v=2&model=sample&model_layer=2&model_neuron=17&token=10&panel=checkpoint'),
  );
  const score = number(page, 'neuron', 'score');
  await expect(panel(page).locator('.checkpoint_neuron_choice .field_input')).toHaveValue('17');
  await expect(panel(page).locator('[aria-busy="true"]')).toHaveCount(0);
  expect(await program_of(page, score)).toContain('neuron: 17, token: 10');
  await expect_programs(page, [score]);

  await panel(page).getByLabel('Your text').fill('Ổ nơ-ron ẩn');
  await expect(panel(page).getByText('The figures still show the one before.')).toBeVisible();
  await panel(page).getByLabel('Your text').fill('x'.repeat(65));
  await expect(panel(page).getByText('65 tokens are too many: 64 can be shown.')).toBeVisible();
});

test('the tokens of a value vector follow the chosen neuron', async ({ page }) => {
  await open_panel(page, '/en/#v=2&model=sample&model_layer=1&model_neuron=5', 'checkpoint');
  await panel(page).getByRole('button', { name: 'Read the embedding (131 kB)' }).click();
  const scores = vocabulary(page).locator('data[data-recipe]');
  await expect(scores).toHaveCount(20);
  await expect(vocabulary(page).locator('.tokens_title')).toHaveText('Layer 1, hidden unit 5');
  await expect_programs(page, [scores.first(), scores.nth(10), scores.last()]);
  await panel(page).getByRole('button', { name: 'next', exact: true }).click();
  await expect(vocabulary(page).locator('.tokens_title')).toHaveText('Layer 1, hidden unit 6');
  await panel(page).getByRole('checkbox', { name: 'with the gain of ln_f' }).uncheck();
  await expect(panel(page).locator('[aria-busy="true"]')).toHaveCount(0);
  expect(await program_of(page, scores.first())).toContain('neuron: 6, gain: false');
  await panel(page).getByRole('button', { name: 'Stop following the hidden unit' }).click();
  await panel(page).getByRole('button', { name: 'next', exact: true }).click();
  await expect(vocabulary(page).locator('.tokens_title')).toHaveText('Layer 1, hidden unit 6');
});

const d_model = 64;
const n_vocab = 300;

/**
 * Returns a checkpoint of two blocks, with tensor names as in some files of GPT-2 and a final
 * LayerNorm with random weights.
 */
function small_file(lab: Lab): Uint8Array<ArrayBuffer> {
  const rng = lab.RandomState(5);
  const normal = (...shape: number[]) => rng.randn(shape, { scale: 0.2 });
  const block = (layer: number): [string, Tensor][] =>
    Object.entries({
      'ln_1.weight': normal(d_model),
      'ln_1.bias': normal(d_model),
      'attn.c_attn.weight': normal(d_model, 3 * d_model),
      'attn.c_attn.bias': normal(3 * d_model),
      'attn.c_proj.weight': normal(d_model, d_model),
      'attn.c_proj.bias': normal(d_model),
      'ln_2.weight': normal(d_model),
      'ln_2.bias': normal(d_model),
      'mlp.c_fc.weight': normal(d_model, 4 * d_model),
      'mlp.c_fc.bias': normal(4 * d_model),
      'mlp.c_proj.weight': normal(4 * d_model, d_model),
      'mlp.c_proj.bias': normal(d_model),
    }).map(([name, tensor]) => [`transformer.h.${layer}.${name}`, tensor]);
  const others = {
    'transformer.wte.weight': normal(n_vocab, d_model),
    'transformer.wpe.weight': normal(16, d_model),
    'transformer.ln_f.weight': normal(d_model),
    'transformer.ln_f.bias': normal(d_model),
  };
  const tensors: Record<string, Tensor> = {
    ...others,
    ...Object.fromEntries([0, 1].flatMap(block)),
  };
  rng.dispose();
  return lab.write_safetensors(tensors, { activation_function: 'gelu_new', n_head: '1' });
}

/** Returns tokenizer files with a token for each byte, named as in GPT-2, and for two merges. */
function tokenizer_files() {
  const printable = (byte: number) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  let more = 256;
  const names = Array.from({ length: 256 }, (_, byte) =>
    String.fromCharCode(printable(byte) ? byte : more++),
  );
  const vocab = Object.fromEntries(
    [...names, 'th', 'the', '<|endoftext|>'].map((name, id) => [name, id]),
  );
  const file = (name: string, text: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });
  return {
    vocab: file('vocab.json', JSON.stringify(vocab)),
    merges: file('merges.txt', '#version: 0.2\nt h\nth e\n'),
    wrong: file('config.json', '{}'),
  };
}

test('a user’s checkpoint runs on token ids, then on a text with its tokenizer files', async ({
  page,
}, info) => {
  await open_panel(page, '/en/#v=2&model_layer=1&model_neuron=7', 'checkpoint');
  const lab = await lab_of(page);
  const path = info.outputPath('small.safetensors');
  writeFileSync(path, small_file(lab));
  await panel(page).locator('input[type="file"]').first().setInputFiles(path);
  await panel(page).locator('input[type="radio"][value="tokens"]').check();

  const ids = panel(page).getByLabel('Token ids');
  await ids.fill('[3, 300]');
  await expect(
    panel(page).getByText('Token 300 (300) is beyond the 300 rows of the embedding.'),
  ).toBeVisible();
  await ids.fill('3, x');
  await expect(panel(page).getByText('“x” is not a token id')).toBeVisible();
  await ids.fill('3, 299 7');
  await panel(page).getByRole('button', { name: 'Run the model on it' }).click();
  await expect(panel(page).getByText('All 2 blocks have run.')).toBeVisible();

  const { vocab, merges, wrong } = tokenizer_files();
  const chosen = panel(page).getByLabel('Tokenizer files');
  await chosen.setInputFiles([wrong]);
  await expect(
    panel(page).getByText('config.json is none of vocab.json, merges.txt and tokenizer.json'),
  ).toBeVisible();
  await chosen.setInputFiles([vocab]);
  await expect(
    panel(page).getByText('vocab.json has been read. The other file, merges.txt, is needed too.'),
  ).toBeVisible();
  await chosen.setInputFiles([merges]);
  await expect(panel(page).getByText('259 tokens.')).toBeVisible();
  await panel(page).getByLabel('Your text').fill('the ẩ');
  await expect(panel(page).locator('.tokens_strip .tokens_piece')).toHaveText([
    'the',
    '␣',
    '\\xE1',
    '\\xBA',
    '\\xA9',
  ]);
  await panel(page).getByRole('button', { name: 'Run the model on it' }).click();
  await expect(next(page).locator('data[data-recipe]')).toHaveCount(10);
  await expect
    .poll(() => program_of(page, next(page).locator('data[data-recipe]').first()))
    .toContain('[257, 32, 225, 186, 169]');
  await expect_programs(page, [next(page).locator('data[data-recipe]').nth(4)], path);
  await expect_programs(page, [number(page, 'neuron', 'score')], path);

  await panel(page).getByRole('button', { name: 'Read the embedding (76.8 kB)' }).click();
  await expect(vocabulary(page).locator('data[data-recipe="checkpoint.vocabulary"]')).toHaveCount(
    20,
  );
  expect(await program_of(page, vocabulary(page).locator('data[data-recipe]').nth(3))).toContain(
    "layout: 'in_out', layer: 1, neuron: 7, gain: true",
  );
  await expect_programs(page, [vocabulary(page).locator('data[data-recipe]').nth(3)], path);
});

test('nothing is wider than the window, and axe finds no violation', async ({ page }) => {
  await add_axe(page);
  await open_text_of_sample(page, 'fr');
  await panel(page).getByRole('button', { name: 'Exécuter le modèle' }).click();
  await expect(next(page).locator('data[data-recipe]')).toHaveCount(10);
  await panel(page)
    .getByRole('button', { name: /Lire le plongement/ })
    .click();
  await expect(vocabulary(page).locator('data[data-recipe]')).toHaveCount(20);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    for (const part of ['.checkpoint section:has(.tokens_typed)', '.tokens_vocabulary']) {
      await expect_accessible(page, part);
    }
  }
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width);
  }
});
