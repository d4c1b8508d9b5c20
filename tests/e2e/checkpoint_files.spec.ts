/** Invalid checkpoint files are refused, and the open checkpoint stays open. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  artifact,
  checkpoint_computed,
  file_input,
  number,
  open_small,
  panel,
} from './checkpoint_page.ts';
import {
  browsers_of_case,
  expect,
  go_to_step,
  in_both_browsers,
  open_panel,
  test,
} from './page_test.ts';
import { make_checkpoint } from './synthetic_checkpoint.mjs';

/** Files that are no checkpoint: texts, and changed bytes of the small checkpoint. */
const invalid_files = [
  {
    error: 'lfs',
    bytes: () =>
      Buffer.from(
        'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32\nsize 548105171\n',
      ),
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

/** Drops a file on the panel. */
async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([title, text]) => {
      const dropped = new DataTransfer();
      dropped.items.add(
        new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], title),
      );
      return dropped;
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
  test(
    `invalid files are refused with a message, and the open checkpoint stays open (${language})`,
    browsers_of_case(index),
    async ({ page }) => {
      await open_small(page, language);
      const messages = new Set<string>();
      for (const { error, bytes } of invalid_files) {
        await drop(page, `${error}.safetensors`, bytes());
        const notice = panel(page).locator('.checkpoint_status [data-error]');
        await expect(notice).toHaveAttribute('data-error', error);
        await expect(notice).toContainText(`${error}.safetensors`);
        await expect(notice).toContainText(still_open);
        messages.add(await notice.locator('p').first().innerText());
      }
      expect(messages.size).toBe(invalid_files.length);
      await expect(panel(page).locator('.checkpoint_file h3')).toHaveText('small.safetensors');
      await expect(number(page, 'header', 'layers')).toHaveAttribute('value', '4');
      // The next valid file is opened.
      await drop(page, 'again.safetensors', readFileSync(artifact('small')));
      await expect(panel(page).locator('.checkpoint_file h3')).toHaveText('again.safetensors');
      await expect(panel(page).locator('[data-error]')).toHaveCount(0);
      await checkpoint_computed(page);
    },
  );
}

test('opening a file that takes too long can be cancelled', in_both_browsers, async ({ page }) => {
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
  await go_to_step(page, 'feed_forward');
});
