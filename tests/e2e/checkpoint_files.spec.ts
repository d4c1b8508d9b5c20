/** Files that are no model, and what becomes of the one that is open. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { artifact, at_rest, file_input, number, open_small, panel } from './checkpoint_page.ts';
import { browsers_of_case, expect, numbers_at_rest, open_panel, test } from './page_test.ts';
import { make_checkpoint } from './synthetic_checkpoint.mjs';

/** Files that are none, made of the small one's bytes or of words. */
const bad_files = [
  {
    error: 'lfs',
    bytes: () =>
      Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32\nsize 548105171\n'),
  },
  { error: 'page', bytes: () => Buffer.from('<!DOCTYPE html><html><body>Not found</body></html>') },
  { error: 'short', bytes: () => readFileSync(artifact('small')).subarray(0, 700) },
  {
    error: 'damaged',
    bytes: () => {
      const file = Buffer.from(readFileSync(artifact('small')));
      file[8] = 0x5b;
      return file;
    },
  },
] as const;

/** As a file that is dropped. */
async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([title, text]) => {
      const given = new DataTransfer();
      given.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], title));
      return given;
    },
    [name, bytes.toString('base64')] as const,
  );
  await panel(page).locator('.checkpoint').dispatchEvent('drop', { dataTransfer: transfer });
}

for (const [index, [language, still_open]] of [
  ['en', 'is still open'] as const,
  ['fr', 'reste ouvert'] as const,
  ['vi', 'vẫn đang mở'] as const,
].entries()) {
  test(`a file that is none is refused in words, and nothing is lost (${language})`, browsers_of_case(index), async ({ page }) => {
    await open_small(page, language);
    const messages = new Set<string>();
    for (const { error, bytes } of bad_files) {
      await drop(page, `${error}.safetensors`, bytes());
      const notice = panel(page).locator('.checkpoint_status [data-error]');
      await expect(notice).toHaveAttribute('data-error', error);
      await expect(notice).toContainText(`${error}.safetensors`);
      await expect(notice).toContainText(still_open);
      messages.add(await notice.locator('p').first().innerText());
    }
    expect(messages.size).toBe(bad_files.length);
    await expect(panel(page).locator('.checkpoint_file h3')).toHaveText('small.safetensors');
    await expect(number(page, 'header', 'layers', '0')).toHaveAttribute('value', '4');
    // And the next good one is opened.
    await drop(page, 'again.safetensors', readFileSync(artifact('small')));
    await expect(panel(page).locator('.checkpoint_file h3')).toHaveText('again.safetensors');
    await expect(panel(page).locator('[data-error]')).toHaveCount(0);
    await at_rest(page);
  });
}

test('opening that takes too long is called off: nothing is open, nothing is wrong', async ({ page }) => {
  make_checkpoint('small', artifact('small'));
  await open_panel(page, '/failure/service_silent/8/en/', 'checkpoint');
  const status = panel(page).locator('.checkpoint_status');
  for (const name of ['small', 'small'] as const) {
    await file_input(page).setInputFiles(artifact(name));
    await expect(status).toContainText('small.safetensors');
    await status.getByRole('button', { name: 'Cancel' }).click();
    await expect(status).toBeEmpty();
    await expect(panel(page).locator('.checkpoint_facts')).toHaveCount(0);
  }
  await numbers_at_rest(page);
});
