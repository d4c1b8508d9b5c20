/**
 * Files that are too large or deleted, drops that are not files, and several files at once.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  artifact,
  checkpoint_computed,
  file_input,
  number,
  open_small,
  panel,
} from './checkpoint_page.ts';
import { drop, safetensors, small_data, small_header } from './test_files.ts';
import {
  browsers_of_case,
  expect,
  go_to_step,
  in_both_browsers,
  open_page,
  open_panel,
  open_step,
  test,
  unfold,
} from './page_test.ts';
import { make_checkpoint } from './synthetic_checkpoint.mjs';

const zone = '#checkpoint .checkpoint';
const error = (page: Page) => panel(page).locator('.checkpoint_status [data-error]');
const title = (page: Page) => panel(page).locator('.checkpoint_file h3');
const small = () => ({ base64: readFileSync(artifact('small')).toString('base64') });
const values = (page: Page) =>
  panel(page)
    .locator('data[data-recipe="checkpoint.network"]')
    .evaluateAll((all) => all.map((element) => (element as HTMLDataElement).value));

test('of several files dropped in a row only the last counts', async ({ page }) => {
  await open_small(page);
  const before = await values(page);
  const good = {
    files: [{ name: 'good.safetensors', parts: safetensors(small_header(), small_data) }],
  };
  const bad = { files: [{ name: 'bad.safetensors', parts: ['no'] }] };
  await drop(page, zone, [good, good, bad]);
  await expect(error(page)).toContainText('bad.safetensors');
  await expect(title(page)).toHaveText('small.safetensors');
  await panel(page).getByRole('slider').first().press('ArrowRight');
  await checkpoint_computed(page);
  await panel(page).getByRole('slider').first().press('ArrowLeft');
  await expect.poll(() => values(page)).toEqual(before);
  await expect(panel(page).locator('.notice_error')).toHaveCount(1); // that of the malformed file
  await drop(page, zone, [bad, { files: [{ name: 'again.safetensors', parts: [small()] }] }, good]);
  await expect(title(page)).toHaveText('good.safetensors');
  await expect(number(page, 'header', 'd_model')).toHaveAttribute('value', '2');
  await checkpoint_computed(page);
  // A file opened after closing another shows its own numbers.
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await drop(page, zone, [{ files: [{ name: 'again.safetensors', parts: [small()] }] }]);
  await expect(title(page)).toHaveText('again.safetensors');
  await checkpoint_computed(page);
  expect(await values(page)).toEqual(before);
});

test('files above the size limit are refused before they are read, with the limit', async ({
  page,
}) => {
  await open_small(page);
  const huge = 3 * 2 ** 30;
  await drop(page, zone, [{ files: [{ name: 'vocab.json', parts: ['{}'], size: huge }] }]);
  await panel(page).getByRole('radio', { name: 'a text' }).check();
  await expect(panel(page).locator('.tokens_files [data-error]')).toHaveText(
    /^vocab\.json is larger than 64 MB/,
  );
  await drop(page, zone, [{ files: [{ name: 'merges.txt', parts: ['{}'], deleted: true }] }]);
  await expect(panel(page).locator('.tokens_files [data-error]')).toHaveText(
    /^merges\.txt could not be read/,
  );
  await page.goto('about:blank');
  await open_panel(page, '/en/#v=2&train_data=own', 'training');
  await page.locator('.own_data').getByRole('radio', { name: 'CSV' }).check();
  const csv = '.own_csv .file_button';
  await drop(page, csv, [{ files: [{ name: 'big.csv', parts: ['1,2'], size: huge }] }]);
  await expect(page.locator('.own_verdict')).toContainText('1,000,000 characters at most');
  await drop(page, csv, [{ files: [{ name: 'deleted.csv', parts: ['1,2'], deleted: true }] }]);
  await expect(page.locator('.own_verdict')).toContainText('could not read this file');
  await expect(page.locator('.own_csv textarea')).toHaveValue(/^x1,x2,class/);
  await unfold(page, 'Weights as a file');
  await drop(page, '.weights_files .file_button', [
    { files: [{ name: 'big.safetensors', parts: ['1'], size: huge }] },
  ]);
  await expect(page.locator('.weights_files [data-error]')).toContainText(
    'big.safetensors is larger than 64 MB',
  );
});

test(
  'when an open file is deleted the next layer gives a message with its name; the shown numbers stay',
  in_both_browsers,
  async ({ page }) => {
    make_checkpoint('small', artifact('small'));
    const folder = mkdtempSync(join(tmpdir(), 'ffn-lab-file-'));
    const path = join(folder, 'moved.safetensors');
    copyFileSync(artifact('small'), path);
    await open_step(page, '/en/', 'checkpoint');
    await file_input(page).setInputFiles(path);
    await checkpoint_computed(page);
    const before = await values(page);
    rmSync(folder, { recursive: true });
    await panel(page).getByRole('slider').first().press('ArrowRight');
    const message = panel(page).locator('[data-error="unreadable"]').first();
    await expect(message).toContainText('moved.safetensors can no longer be read');
    expect(await values(page)).toEqual(before);
    await drop(page, zone, [{ files: [{ name: 'again.safetensors', parts: [small()] }] }]);
    await expect(title(page)).toHaveText('again.safetensors');
    await checkpoint_computed(page);
    await expect(panel(page).locator('[data-error]')).toHaveCount(0);
  },
);

test(
  'a drop never navigates away from the page; of several files the checkpoint is opened',
  in_both_browsers,
  async ({ page }) => {
    await open_page(page, '/vi/');
    const html = { files: [{ name: 'page.html', parts: ['<h1>away</h1>'] }] };
    const link = {
      data: { 'text/uri-list': 'http://127.0.0.1/', 'text/plain': 'http://127.0.0.1/' },
    };
    const text = { data: { 'text/plain': '1 2 3' } };
    expect(await drop(page, 'h1', [html, link, text])).toEqual([true, true, true]);
    await go_to_step(page, 'feed_forward');
    await page.locator('#feed_forward input[value="pasted"]').check();
    // The browser inserts a dropped text into the text field; the page prevents the drop of a file
    // even there.
    expect(await drop(page, '.pasted textarea', [html, text])).toEqual([true, false]);
    await page.goto('about:blank');
    await open_step(page, '/vi/', 'checkpoint');
    await drop(page, zone, [link]);
    await expect(error(page)).toHaveAttribute('data-error', 'no_file');
    await expect(error(page)).toContainText('Đó không phải là tệp');
    await drop(page, zone, [
      {
        files: [
          { name: 'README.md', parts: ['# none'] },
          { name: 'vocab.json', parts: ['{}'] },
          { name: 'good.safetensors', parts: safetensors(small_header(), small_data) },
        ],
      },
    ]);
    await expect(title(page)).toHaveText('good.safetensors');
    await checkpoint_computed(page);
  },
);

for (const [index, [kind, byte]] of [
  ['NaN', 'ff'] as const,
  ['∞', '0000807f'] as const,
].entries()) {
  test(
    `a checkpoint of ${kind} values shows them, never 0, and stays usable`,
    browsers_of_case(index),
    async ({ page }) => {
      const data = {
        base64: Buffer.from(byte.repeat(64 / (byte.length / 2)), 'hex').toString('base64'),
      };
      await open_step(page, '/en/', 'checkpoint');
      await drop(page, zone, [
        { files: [{ name: 'lost.safetensors', parts: safetensors(small_header(), data) }] },
      ]);
      await checkpoint_computed(page);
      await expect(panel(page).locator('.notice_error')).toHaveCount(0);
      const shown = await panel(page)
        .locator('data[data-recipe="checkpoint.neuron"]')
        .evaluateAll((all) =>
          all.map(
            (element) => [element.textContent ?? '', (element as HTMLDataElement).value] as const,
          ),
        );
      expect(shown.length).toBeGreaterThan(3);
      expect(shown.filter(([text]) => /NaN|∞/.test(text)).length).toBeGreaterThan(2);
      expect(
        shown.filter(([text, value]) => /^−?0([.,]0+)?$/.test(text) && Number(value) !== 0),
      ).toEqual([]);
      await panel(page).getByRole('radio', { name: 'ReLU' }).first().check();
      await checkpoint_computed(page);
    },
  );
}

test('a file that needs more memory than available gives a message, and the next small file opens', async ({
  page,
}) => {
  const wide = { dtype: 'F32', shape: [2048, 1024] };
  const bytes = 4 * 2048 * 1024;
  const header = JSON.stringify({
    'fc1.weight': { ...wide, data_offsets: [0, bytes] },
    'fc2.weight': { dtype: 'F32', shape: [1024, 2048], data_offsets: [bytes, 2 * bytes] },
  });
  await open_step(page, '/failure/no_growth/1/en/', 'checkpoint');
  await drop(page, zone, [
    { files: [{ name: 'first.safetensors', parts: safetensors(small_header(), small_data) }] },
  ]);
  await checkpoint_computed(page);
  await page.evaluate(() => new BroadcastChannel('growth').postMessage(false));
  await drop(page, zone, [
    {
      files: [
        { name: 'wide.safetensors', parts: safetensors(header, { byte: 0, count: 2 * bytes }) },
      ],
    },
  ]);
  await expect(panel(page).locator('[data-error="memory"]').first()).toContainText(
    'wide.safetensors does not fit into the memory of this page',
  );
  await drop(page, zone, [
    { files: [{ name: 'next.safetensors', parts: safetensors(small_header(), small_data) }] },
  ]);
  await expect(title(page)).toHaveText('next.safetensors');
  await checkpoint_computed(page);
  await expect(panel(page).locator('[data-error]')).toHaveCount(0);
  await expect(panel(page).locator('.notice_error')).toHaveCount(0);
});
