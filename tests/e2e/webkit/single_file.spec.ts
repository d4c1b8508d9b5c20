/** The page of one file, opened from a disk in WebKit, where its workers have no origin. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect_action } from '../smoke.ts';
import { expect, test } from './webkit_test.ts';

const file = fileURLToPath(new URL('../../../web/page/dist/ffn-lab.en.html', import.meta.url));

test('the single file computes in WebKit', async ({ web_page }) => {
  await web_page.goto(`${pathToFileURL(file).href}#v=2&panel=proof`);
  await expect.poll(() => web_page.locator('#proof .check_result').count()).toBe(1);
  await expect_action(web_page, 'proof');
});
