/**
 * Untrusted texts from every source (file names, tensors, tokenizers, CSV, addresses, storage) are
 * shown as text and inject nothing.
 */
import type { Page } from '@playwright/test';
import { checkpoint_computed, open_small, panel } from './checkpoint_page.ts';
import { hostile } from './hostile_texts.ts';
import { drop, safetensors, small_data } from './test_files.ts';
import { expect, in_both_browsers, numbers_computed, open_panel, test } from './page_test.ts';
import { watch, injected_effects, none } from './injection.ts';

const zone = '#checkpoint .checkpoint';

test.beforeEach(({ page }) => page.addInitScript(watch));

/** Returns the length of the longest text in the elements that match `selector`. */
const longest = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) => Math.max(0, ...all.map((element) => element.textContent?.length ?? 0)));

const json = JSON.stringify;
const tensor = (begin: number, shape: number[]) => ({
  dtype: 'F32',
  shape,
  data_offsets: [begin, begin + 4 * shape.reduce((a, b) => a * b, 1)],
});

test(
  'names of files, tensors and metadata are shown as text, shortened and isolated',
  in_both_browsers,
  async ({ page }) => {
    await open_small(page);
    const status = panel(page).locator('.checkpoint_status');
    for (const text of hostile) {
      // A malformed file: its name and the core's message are shown.
      await drop(page, zone, [
        { files: [{ name: `${text}.safetensors`, parts: safetensors(`{${json(text)}:1}`) }] },
      ]);
      await expect(status.locator('[data-error]')).toHaveAttribute(
        'data-error',
        /damaged|no_network/,
      );
      await expect(status.locator('bdi')).not.toHaveCount(0);
      // A valid file without a network: the names of its tensors are shown.
      const header = {
        __metadata__: { [text]: text },
        [text === '__proto__' ? 'x__proto__' : text]: tensor(0, [4, 4]),
      };
      await drop(page, zone, [
        { files: [{ name: 'names.safetensors', parts: safetensors(json(header), small_data) }] },
      ]);
      await expect(
        status
          .locator('[data-error="no_network"], [data-error="damaged"]')
          .getByText('names.safetensors'),
      ).toBeVisible();
      expect([text.slice(0, 40), await injected_effects(page)]).toEqual([text.slice(0, 40), none]);
    }
    expect(await longest(page, '#checkpoint .checkpoint_status bdi')).toBeLessThan(2000);
    await expect(panel(page).locator('.checkpoint_file h3')).toHaveText('small.safetensors');
    await checkpoint_computed(page);
  },
);

test('a checkpoint with hostile names is opened, computed and shown in programs', async ({
  page,
}) => {
  await open_panel(page, '/en/', 'checkpoint');
  for (const text of hostile.filter(
    (one) => one.length > 20 || /[\u200B-\u2067\uD800-\uDFFF]/.test(one),
  )) {
    const header = {
      __metadata__: { x: text },
      [`${text}.fc1.weight`]: tensor(0, [4, 2]),
      [`${text}.fc2.weight`]: tensor(32, [2, 4]),
    };
    await drop(page, zone, [
      { files: [{ name: `${text}.safetensors`, parts: safetensors(json(header), small_data) }] },
    ]);
    await expect(
      panel(page).locator('.checkpoint_file h3 bdi, [data-error]').first(),
    ).toBeVisible();
    expect([text.slice(0, 40), await injected_effects(page)]).toEqual([text.slice(0, 40), none]);
  }
  expect(await longest(page, '#checkpoint h3 bdi')).toBeLessThan(1000);
  await checkpoint_computed(page);
  const number = panel(page).locator('.checkpoint_facts data').first();
  await number.click();
  await expect(page.locator('#provenance_code')).toBeVisible();
  expect(await injected_effects(page)).toEqual(none);
});

test('tokenizer files and typed texts inject nothing', async ({ page }) => {
  await open_small(page);
  await panel(page).getByRole('radio', { name: 'a text' }).check();
  for (const text of hostile) {
    await drop(page, zone, [
      {
        files: [
          { name: `${text}.json`, parts: [json({ [`${text}\u0100x`]: 1.5, a: 1 })] },
          { name: `${text}.txt`, parts: [`#version: 0.2\n${text}`] },
        ],
      },
    ]);
    await expect(
      panel(page).locator('.tokens_files [data-error], .tokens_files .hint').first(),
    ).toBeVisible();
    await panel(page).locator('.tokens_typed .field_input').fill(text.slice(0, 10_000));
    expect([text.slice(0, 40), await injected_effects(page)]).toEqual([text.slice(0, 40), none]);
  }
  await checkpoint_computed(page);
});

test('CSV, a pasted matrix and number fields inject nothing', async ({ page }) => {
  await open_panel(page, '/fr/#v=2&train_data=own', 'training');
  await page.locator('.own_data').getByRole('radio', { name: 'CSV' }).check();
  const csv = page.locator('.own_csv textarea');
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  for (const text of hostile) {
    for (const rows of [
      `a,${quoted(text)}\n1,${quoted(text)}\n2,b\n3,c\n`,
      `${quoted(text)},b\n${quoted(text)},1\n`,
    ]) {
      await csv.fill(rows);
      expect([text.slice(0, 40), await injected_effects(page)]).toEqual([text.slice(0, 40), none]);
    }
  }
  await csv.fill(
    `x1,x2,c\n${hostile
      .slice(0, 12)
      .map((text, row) => `${row},1,${quoted(text)}`)
      .join('\n')}\n`,
  );
  await expect(page.locator('.own_classes li').first()).toBeVisible();
  await expect(page.locator('#training .race_step data')).toBeVisible();
  expect(await injected_effects(page)).toEqual(none);
  await page.goto('about:blank');
  for (const [step, field] of Object.entries({
    activation: '.field_input',
    cost: '.field_input',
    feed_forward: '.pasted textarea',
  })) {
    await open_panel(page, '/vi/#v=2&example=pasted', step);
    for (const text of hostile) {
      await page.locator(`#${step} ${field}`).first().fill(text);
      expect([text.slice(0, 40), await injected_effects(page)]).toEqual([text.slice(0, 40), none]);
    }
  }
  await page.locator('.pasted textarea').fill('1 2');
  await numbers_computed(page);
  await expect(page.locator('[data-tensor-view="x"] .tensor_shape')).toHaveText('(1, 2)');
});
