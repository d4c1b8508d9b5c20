/**
 * .npy files in place of pasted rows: chosen or dropped, parsed by the core, refused with a
 * translated message.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { lab_of, pasted, tensors_of, written } from './core.ts';
import { browsers_of_case, expect, open_step, test } from './page_test.ts';

const open = (page: Page, address: string) => open_step(page, address, 'feed_forward');

const field = (page: Page) => page.locator('.pasted textarea');
const status = (page: Page) => page.locator('.pasted [role="status"]');
const error = (page: Page) => status(page).locator('[data-error]');

const numpy_file = (name: string) =>
  readFileSync(new URL(`../golden/npy/${name}.npy`, import.meta.url));

/** Returns an .npy file with a header and `data` zero bytes. */
function npy(header: string, data = 16): Buffer {
  const text = Buffer.from(header);
  return Buffer.concat([
    Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0, text.length % 256, text.length >> 8]),
    text,
    Buffer.alloc(data),
  ]);
}
const dict = (descr: string, shape: string, order = 'False') =>
  `{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }\n`;

const choose = (page: Page, name: string, buffer: Buffer) =>
  page
    .locator('.pasted input[type="file"]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

const drop = (page: Page, name: string, bytes: readonly number[]) =>
  field(page).evaluate(
    (element, { name, bytes }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
      for (const type of ['dragover', 'drop'])
        element.dispatchEvent(
          new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
        );
    },
    { name, bytes },
  );

/** Values of tests/golden/npy/f4_cube*.npy, shape (2, 3, 4), as rows. */
const rows = Array.from({ length: 6 }, (_, row) =>
  Array.from({ length: 4 }, (_, column) => (4 * row + column) / 8 - 1),
);
const text = rows.map((row) => row.join(' ')).join('\n');

const refused = [
  { kind: 'kind', file: Buffer.from('<!DOCTYPE html><html></html>'), mentions: 'web_page' },
  { kind: 'kind', file: npy('x').fill(9, 6, 7), mentions: 'unknown_version' },
  { kind: 'objects', file: npy(dict("'|O'", '(2,)')), mentions: 'pickled_objects' },
  { kind: 'type', file: npy(dict("'<c8'", '(2,)')), mentions: 'unknown_dtype' },
  { kind: 'cut', file: npy(dict("'<f4'", '(2, 2)'), 15), mentions: 'out_of_file' },
  { kind: 'cut', file: Buffer.alloc(0), mentions: 'file_too_small' },
  { kind: 'more', file: npy(dict("'<f4'", '(2, 2)'), 17), mentions: 'trailing_bytes' },
  { kind: 'damaged', file: npy(dict("'<f4'", '(-2, 2)')), mentions: 'bad_number' },
  { kind: 'large', file: npy(dict("'|u1'", '(65, 2)'), 130), mentions: '64' },
  { kind: 'large', file: Buffer.alloc(2 ** 20 + 1), mentions: '64' },
] as const;

const objects_message = { en: 'Python objects', fr: 'objets Python', vi: 'đối tượng Python' };

for (const [index, language] of (['en', 'fr', 'vi'] as const).entries()) {
  test(
    `an .npy file becomes the pasted matrix, or is refused with a message (${language})`,
    browsers_of_case(index),
    async ({ page }) => {
      await open(page, `/${language}/#v=2&example=pasted`);
      await choose(page, 'rows.npy', numpy_file('f4_cube_fortran'));
      await expect(field(page)).toHaveValue(text);
      const expected = tensors_of(pasted(await lab_of(page), rows), 'gelu')['output.gelu']!;
      await expect(page.locator('[data-tensor-view="output.gelu"] [role="option"]')).toHaveText(
        Array.from(expected.data.subarray(0, 4)).map((value) => written(value, language, 3)),
      );
      for (const { kind, file, mentions } of refused) {
        await choose(page, '<img src=x onerror=window.__xss=1>.npy', file);
        await expect(error(page)).toHaveAttribute('data-error', `npy_${kind}`);
        await expect(error(page)).toContainText(mentions);
        await expect(error(page)).toContainText('<img src=x onerror=windo');
        if (kind === 'objects') await expect(error(page)).toContainText(objects_message[language]);
        await expect(field(page)).toHaveValue(text);
      }
      expect(await page.evaluate(() => '__xss' in window)).toBe(false);
      await field(page).fill('1 2');
      await expect(status(page)).toBeEmpty();
      await drop(page, 'rows.npy', [...numpy_file('f4_cube')]);
      await expect(field(page)).toHaveValue(text);
    },
  );
}

test('an .npy file with NaN is refused with the row and column', async ({ page }) => {
  await open(page, '/en/#v=2&example=pasted');
  const file = npy(dict("'<f4'", '(2, 2)'));
  file.writeFloatLE(NaN, file.length - 4);
  await choose(page, 'nan.npy', file);
  await expect(error(page)).toHaveAttribute('data-error', 'not_finite');
  await expect(error(page)).toContainText('Row 2, column 2');
  await choose(page, 'empty.npy', numpy_file('f4_empty'));
  await expect(error(page)).toHaveAttribute('data-error', 'empty');
});
