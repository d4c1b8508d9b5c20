/** The page as a single file, opened from a disk without a server or network. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { lab_of, pass_of, tensors_of, written } from './core.ts';
import { artifact, checkpoint_computed, file_input } from './checkpoint_page.ts';
import {
  browsers_of_case,
  expect,
  go_to_step,
  in_both_browsers,
  numbers_computed,
  open_page,
  open_panel,
  open_step,
  show_relu,
  test,
} from './page_test.ts';
import { make_checkpoint } from './synthetic_checkpoint.mjs';

const languages = ['en', 'fr', 'vi'] as const;
const dist = fileURLToPath(new URL('../../web/page/dist/', import.meta.url));

/** A folder with the three files only; its name has characters that must be escaped in URLs. */
let folder: string;
const address = (language: string, hash = '') =>
  pathToFileURL(join(folder, `ffn-lab.${language}.html`)).href + hash;

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cours à l’école #1 '));
  for (const language of languages)
    copyFileSync(`${dist}ffn-lab.${language}.html`, join(folder, `ffn-lab.${language}.html`));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

for (const [index, language] of languages.entries()) {
  test(
    `${language}: opens from a disk without a network and shows the core's numbers`,
    browsers_of_case(index),
    async ({ page, context }) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await context.setOffline(true);
      await open_step(page, address(language, '#v=2&example=notebook_token'), 'feed_forward');
      await show_relu(page);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const expected = Object.entries(
        tensors_of(pass_of(await lab_of(page), 'notebook_token'), 'gelu'),
      );
      for (const [name, { data }] of expected) {
        const numbers = Array.from(data, (value) => written(value, language, 3));
        await expect(page.locator(`[data-tensor-view="${name}"] [role="option"]`)).toHaveText(
          numbers,
        );
      }
      expect(
        requests.filter(
          (url) => !/^(data:|blob:)/.test(url) && url.replace(/#.*/, '') !== address(language),
        ),
      ).toEqual([]);
    },
  );
}

test(
  'the file contains its steps, which compute in workers without a network',
  in_both_browsers,
  async ({ page, context }) => {
    await context.setOffline(true);
    const numbers = (panel: string) => page.locator(`#${panel} data[data-recipe]`);
    for (const panel of ['backward', 'training', 'bridge']) {
      await open_panel(page, address('fr'), panel);
      await expect(numbers(panel).first(), panel).toBeVisible();
    }
    const race = page.locator('#training');
    await open_panel(page, address('en'), 'training');
    await race.getByRole('button', { name: 'Next ›' }).click();
    await expect(race.locator('.race_step data')).toHaveAttribute('value', '1');
    make_checkpoint('small', artifact('small'));
    await open_panel(page, address('en'), 'checkpoint');
    await file_input(page).setInputFiles(artifact('small'));
    await checkpoint_computed(page);
    await expect(numbers('checkpoint').first()).toBeVisible();
  },
);

test(
  'the page uses the best of its two builds that the browser runs',
  in_both_browsers,
  async ({ page }) => {
    await open_page(page, address('en'));
    const variant = page.locator('[data-variant]');
    await expect(variant).toHaveAttribute('data-variant', /relaxed|simd/);
    // A worker whose engine rejects the build with relaxed SIMD, which is recognized by the sections at
    // the end of the file.
    await page.addInitScript(() => {
      const refuse_relaxed = `{
      const { validate } = WebAssembly;
      WebAssembly.validate = (bytes) =>
        !String.fromCharCode(...bytes.slice(-64)).includes('relaxed') && validate(bytes);
    }\n`;
      const RealBlob = Blob;
      globalThis.Blob = class extends RealBlob {
        constructor(parts: BlobPart[] = [], options: BlobPropertyBag = {}) {
          super(options.type === 'text/javascript' ? [refuse_relaxed, ...parts] : parts, options);
        }
      };
    });
    await page.reload();
    await expect(page.locator('.hero .number').first()).toBeVisible();
    await expect(variant).toHaveAttribute('data-variant', 'simd');
  },
);

test('the address preserves the state through a reload and in the other languages', async ({
  page,
}) => {
  const start = '#v=2&example=chapter&x=1.25';
  await open_panel(page, address('en', start), 'activation');
  await page.getByRole('radio', { name: 'Zoom: −3 to 0' }).check();
  await expect(page).toHaveURL(address('en', `${start}&zoom=1&panel=activation`));
  await go_to_step(page, 'feed_forward');
  await expect(page.getByRole('radio', { name: 'Worked example, 4 → 8' })).toBeChecked();
  await page.getByRole('radio', { name: '2 × 5 tokens, seed 42' }).check();
  await expect(page).not.toHaveURL(/example=/);
  await page.evaluate(() => history.back());
  await expect(page.getByRole('radio', { name: 'Worked example, 4 → 8' })).toBeChecked();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Worked example, 4 → 8' })).toBeChecked();
  for (const [name, language] of [
    ['Français', 'fr'],
    ['Tiếng Việt', 'vi'],
    ['English', 'en'],
  ] as const) {
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(address(language, `${start}&zoom=1&panel=feed_forward`));
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('[data-tensor-view="output.gelu"]')).toBeVisible();
  }
});

test('the page offers the single file of its language', in_both_browsers, async ({ page }) => {
  await open_page(page, '/fr/');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'en un seul fichier' }).click();
  expect((await download).suggestedFilename()).toBe('ffn-lab.fr.html');
  await open_page(page, address('fr'));
  await expect(page.getByRole('link', { name: 'en un seul fichier' })).toHaveCount(0);
});

test('a pasted matrix is computed, and the theme can be chosen', async ({ page }) => {
  await open_panel(page, address('en'), 'feed_forward');
  await page.getByRole('radio', { name: 'My own matrix' }).check();
  await page.locator('.pasted textarea').fill('1 2 3\n4 5 6');
  await expect(page.locator('[data-tensor-view="x"] .tensor_shape')).toHaveText('(2, 3)');
  await numbers_computed(page);
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('contains the licences', async ({ page }) => {
  await open_panel(page, address('en'), 'proof');
  const link = page.locator('.licenses a[download]');
  await expect(link).toHaveAttribute('href', /^blob:/);
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(readFileSync(await file.path(), 'utf8')).toBe(readFileSync(`${dist}licenses.txt`, 'utf8'));
});
