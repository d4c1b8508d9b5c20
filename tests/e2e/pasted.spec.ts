import type { Page } from '@playwright/test';
import { lab_of, pasted, tensors_of, written } from './core.ts';
import {
  browsers_of_case,
  expect,
  numbers_computed,
  open_step,
  test,
  unfold_all,
} from './page_test.ts';

async function open(page: Page, address: string): Promise<void> {
  await open_step(page, address, 'feed_forward');
  await unfold_all(page, 'feed_forward');
  await numbers_computed(page);
}

const field = (page: Page) => page.locator('.pasted textarea');
const message = (page: Page) => page.locator('.pasted [role="status"]');
const cells = (page: Page, tensor: string) =>
  page.locator(`[data-tensor-view="${tensor}"] [role="option"]`);

async function expect_result_of(
  page: Page,
  rows: readonly (readonly number[])[],
  language: string,
): Promise<void> {
  const expected = tensors_of(pasted(await lab_of(page), rows), 'gelu');
  await expect(page.locator('[data-tensor-view="x"] .tensor_shape')).toHaveText(
    `(${rows.length}, ${rows[0]!.length})`,
  );
  for (const [name, { data, shape }] of Object.entries(expected)) {
    const shown = Array.from(data.subarray(0, Math.min(32, shape.at(-1)!)));
    await expect(cells(page, name)).toHaveText(shown.map((value) => written(value, language, 3)));
  }
}

const valid = [
  {
    text: '1.5 2 -1\n-3 0.25 0.5',
    rows: [
      [1.5, 2, -1],
      [-3, 0.25, 0.5],
    ],
  },
  {
    text: '1,5;2;-1\n-3;0,25;0,5',
    rows: [
      [1.5, 2, -1],
      [-3, 0.25, 0.5],
    ],
  },
  {
    text: '[[0.1, -0.2], [0.3, 0.4], [0.5, 0.6]]',
    rows: [
      [0.1, -0.2],
      [0.3, 0.4],
      [0.5, 0.6],
    ],
  },
  {
    text: 'array([[ 1.,  2.],\n       [ 3., -4.]])',
    rows: [
      [1, 2],
      [3, -4],
    ],
  },
  { text: '0.7', rows: [[0.7]] },
] as const;

test('a pasted matrix runs through a network of its width', async ({ page }) => {
  await open(page, '/fr/#v=2&example=pasted');
  for (const { text, rows } of valid) {
    await field(page).fill(text);
    await expect(field(page)).toHaveAttribute('aria-invalid', 'false');
    await expect_result_of(page, rows, 'fr');
  }
  // A single number has no standard deviation.
  await expect(page.locator('.statistics')).toContainText('non défini');
});

// tests/page/parse_matrix.test.ts has every kind of error.
const invalid = [
  { text: '1 2\n3 NaN', code: 'not_finite', mentions: ['2', 'NaN'] },
  {
    text: '1 <img/src=x/onerror=window.__xss=1>',
    code: 'no_number',
    mentions: ['<img/src=x/onerror=windo…'],
  },
  { text: '1 2\n3', code: 'ragged', mentions: ['2', '1'] },
  { text: '', code: 'empty', mentions: [] },
  { text: '1 '.repeat(1025), code: 'too_many_columns', mentions: ['1025', '1024'] },
] as const;

const still_used = {
  en: 'still belongs to the last valid input',
  fr: 'dernière saisie valable',
  vi: 'lần nhập hợp lệ gần nhất',
};

for (const [index, language] of (['en', 'fr', 'vi'] as const).entries()) {
  test(
    `invalid input is refused at the field with a message (${language})`,
    browsers_of_case(index),
    async ({ page }) => {
      await open(page, `/${language}/#v=2&example=pasted`);
      await field(page).fill('1 2 3');
      await expect_result_of(page, [[1, 2, 3]], language);
      for (const { text, code, mentions } of invalid) {
        await field(page).fill(text);
        await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
        await expect(message(page).locator('[data-error]')).toHaveAttribute('data-error', code);
        await expect(message(page)).toContainText(still_used[language]);
        for (const part of mentions) await expect(message(page)).toContainText(part);
        expect(await field(page).getAttribute('aria-describedby')).toContain(
          (await message(page).getAttribute('id'))!,
        );
      }
      expect(await page.evaluate(() => '__xss' in window)).toBe(false);
      await expect_result_of(page, [[1, 2, 3]], language);
      // The page still computes with the last valid input.
      await page.getByRole('radio', { name: 'tanh', exact: true }).check();
      await expect(page.locator('.branch_gelu .branch_title')).toContainText('tanh');
      await page.locator('.controls input[value="gelu"]').first().check();
      await field(page).fill('4 5');
      await expect(message(page)).toBeEmpty();
      await expect_result_of(page, [[4, 5]], language);
    },
  );
}

test('numbers that overflow are shown as ∞ or NaN', async ({ page }) => {
  await open(page, '/en/#v=2&example=pasted');
  const row = Array<number>(64).fill(3.4e38);
  await field(page).fill(row.join(' '));
  const expected = tensors_of(pasted(await lab_of(page), [row]), 'gelu')['output.gelu']!;
  const lost = Array.from(expected.data.subarray(0, 32)).map((value) =>
    Number.isFinite(value) ? '' : String(value).replace('Infinity', '∞'),
  );
  expect(lost.filter((text) => text !== '').length).toBeGreaterThan(0);
  for (const [feature, text] of lost.entries()) {
    if (text === '') continue;
    await expect(cells(page, 'output.gelu').nth(feature)).toHaveText(text.replace('-', '−'));
    await expect(cells(page, 'output.gelu').nth(feature)).toHaveClass(/cell_non_finite/);
  }
});

test('the largest matrix is computed', async ({ page }) => {
  await open(page, '/en/#v=2&example=pasted');
  await field(page).fill(Array(64).fill(Array(1024).fill('0.5').join(' ')).join('\n'));
  await expect(page.locator('[data-tensor-view="pre_activation"] .tensor_shape')).toHaveText(
    '(64, 4096)',
  );
});
