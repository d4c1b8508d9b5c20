/**
 * The panel that compares the core with PyTorch in the user's browser, and shows a citation and all
 * licences.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { load } from 'ffn-lab';
import { golden_archive_value } from '../../web/page/plugins/golden_archive.ts';
import { family_names } from '../../web/page/src/steps/proof/check.ts';
import type { FamilyName } from '../../web/page/src/steps/proof/check.ts';
import { add_axe, expect_accessible } from './accessibility.ts';
import { lab_of } from './core.ts';
import { intercept_downloads, file_of } from './downloads.ts';
import {
  browsers_of_case,
  expect,
  in_both_browsers,
  open_page,
  open_panel,
  test,
} from './page_test.ts';
import { run } from './programs.ts';
import { smoke_test } from './smoke.ts';

smoke_test('proof');

const dist = fileURLToPath(new URL('../../web/page/dist/', import.meta.url));
const golden = golden_archive_value();
const texts = () => readFileSync(`${dist}licenses.txt`, 'utf8');

/** Waits until the check has passed. Returns the number of tensors in its message. */
async function passed(page: Page): Promise<number> {
  const result = page.locator('#proof .check_result');
  await expect(result).toHaveText(/^All \d+ tensors are within their limits\.$/);
  return Number((await result.innerText()).replace(/\D/g, ''));
}

async function open_families(page: Page, families: readonly FamilyName[]): Promise<void> {
  for (const family of families) await page.locator(`[data-family="${family}"] > summary`).click();
  await expect(page.locator('#proof .check_table')).toHaveCount(families.length);
}

/**
 * Returns the visible parts that are wider than the panel now. A drawing that has not yet followed
 * a narrower window must not be wider either. (Firefox keeps the previous width for what a closed
 * disclosure contains.)
 */
const wider_parts = (page: Page) =>
  page.locator('#proof').evaluate((panel) => {
    const { right } = panel.getBoundingClientRect();
    return Array.from(panel.querySelectorAll('*'))
      .filter((part) => part.checkVisibility({ contentVisibilityAuto: true }))
      .map((part) => [part.className, part.getBoundingClientRect().right - right] as const)
      .filter(([, by]) => by > 1);
  });

/** Returns the SHA-256 of the served WebAssembly file of the variant that the page runs. */
async function served_hash(page: Page): Promise<string> {
  const { variant } = (await lab_of(page)).info();
  const name =
    readdirSync(join(dist, 'assets')).find(
      (file) => file.startsWith(`ffn-lab.${variant}-`) && file.endsWith('.wasm'),
    ) ?? '';
  return createHash('sha256')
    .update(await (await page.request.get(`/assets/${name}`)).body())
    .digest('hex');
}

test('the check runs when the panel becomes visible; the program of an error computes it again', async ({
  page,
}) => {
  await intercept_downloads(page);
  await open_panel(page, '/en/#v=2&example=chapter', 'proof');
  const tensors = await passed(page);
  expect(tensors).toBeGreaterThan(150);
  await expect(page.locator('#proof .check_marker')).toHaveCount(tensors);
  await expect(page.locator('#proof .check_cross')).toHaveCount(0);
  await expect(page.locator('#proof .check_versions')).toContainText(golden.made_by);
  const lab = await load({ variant: (await lab_of(page)).info().variant });
  await expect(page.locator('#proof .check_versions')).toContainText(lab.info().build);
  const hashes = page.locator('#proof .check_hashes');
  await hashes.locator('summary').click();
  await expect(hashes.locator('code')).toHaveText(await served_hash(page));
  await open_families(page, family_names);
  const tools = page.locator('[data-figure="self_check"]');
  await tools.locator('.figure_tools_button').click();
  await tools.locator('[aria-pressed]').click();
  const numbers = page.locator('#proof data[data-recipe="proof.self_test"]');
  const shown = await tools.locator('.figure_table data').count();
  expect(shown % 100).toBe(0); // the table shows a hundred rows
  await expect(numbers).toHaveCount(tensors + shown);
  const first = numbers.first();
  await first.click();
  const code = await page
    .getByRole('complementary', { name: 'Where a number comes from' })
    .locator('pre')
    .innerText();
  expect(String(await run(code, lab))).toBe(await first.getAttribute('value'));
  lab.dispose();
  const lines = (await file_of(page, 'self_check', 'csv')).toString().trimEnd().split('\n');
  expect(lines[0]).toMatch(/family,tensor,largest,.*,passed$/);
  expect(lines).toHaveLength(tensors + 1);
  expect(lines.slice(1).every((line) => line.endsWith(',true'))).toBe(true);
});

test('the badge leads to the check', async ({ page }) => {
  await open_page(page, '/en/');
  const badge = page.locator('.badge');
  await badge.locator('summary').click();
  await badge.getByRole('link', { name: 'Check against PyTorch' }).click();
  await expect(page.locator('#proof')).toBeInViewport();
  await expect.poll(() => passed(page)).toBeGreaterThan(150);
});

test(
  'the check can fail, be stopped and run again; its worker ends',
  in_both_browsers,
  async ({ page, guard, browserName }) => {
    guard.allow(/recipe-|worker|Failed to load|import/i);
    const code = /recipe-[\w-]+\.js/;
    const result = page.locator('#proof .check_result');
    await page.route(code, (route) => route.abort());
    await open_panel(page, '/en/', 'proof');
    await expect(result).toHaveText(/^The check could not run: /);
    await page.unroute(code);
    // A slow script, so that the check can be stopped.
    await page.route(code, (route) =>
      setTimeout(() => void route.continue().catch(() => undefined), 5000),
    );
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(result).toHaveText('Stopped.');
    await page.unroute(code);
    await page.getByRole('button', { name: 'Check now' }).click();
    await passed(page);
    if (browserName === 'chromium') await expect.poll(() => page.workers().length).toBe(1); // the page's own
  },
);

test('the citation names version, build and state of the page; all licences are listed and can be downloaded', async ({
  page,
  baseURL,
  context,
}) => {
  await open_panel(page, '/en/#v=2&example=chapter', 'proof');
  const { version, build } = (await lab_of(page)).info();
  const cite = page.locator('#proof .cite');
  await expect(cite).toContainText(`Version ${version}, build ${build}.`);
  const address = `${baseURL}/en/#v=2&example=chapter`;
  await expect(cite.locator('.copy_code').last()).toHaveText(address);
  await expect(cite.locator('.copy_code').first()).toContainText(`url = {${address}}`);
  await page.evaluate(() => (location.hash = '#v=2&example=gpt2&panel=proof'));
  await expect(cite.locator('.copy_code').last()).toHaveText(/example=gpt2/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await cite.getByRole('button', { name: 'Copy (BibTeX)' }).click();
  await expect(cite).toContainText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^@software\{ffn_lab,[^]*\}\n$/,
  );
  await cite.getByRole('link', { name: 'Sources' }).click();
  await expect(page.locator('#glossary_sources')).toBeFocused();
  await page.goBack();
  const licenses = page.locator('#proof .licenses');
  await licenses.locator('summary').click();
  for (const name of [
    'Eigen',
    'nlohmann/json',
    'Emscripten',
    'musl',
    'preact',
    '@fontsource-variable/source-serif-4',
  ])
    await expect(licenses.locator(`[data-license="${name}"] td`)).toHaveText([
      /^[\d.]+$/,
      /MPL-2\.0|MIT|OFL-1\.1/,
    ]);
  const download = page.waitForEvent('download');
  await licenses.getByRole('link', { name: 'one file' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toBe(texts());
});

test(
  'the single-file page runs the check from a disk, and contains the licences',
  in_both_browsers,
  async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), 'ffn-lab-'));
    try {
      await intercept_downloads(page);
      copyFileSync(`${dist}ffn-lab.en.html`, join(folder, 'ffn-lab.en.html'));
      await open_panel(page, pathToFileURL(join(folder, 'ffn-lab.en.html')).href, 'proof');
      await passed(page);
      await expect(page.locator('#proof .copy_code').last()).toHaveText('ffn-lab.en.html');
      // Not every browser driver reports the download of a blob.
      const link = page.locator('#proof .licenses').getByRole('link', { name: 'one file' });
      type Intercepting = typeof globalThis & { blobs: Map<string, Blob> };
      const inside = await link.evaluate((anchor: HTMLAnchorElement) =>
        (globalThis as Intercepting).blobs.get(anchor.href)?.text(),
      );
      expect(inside).toBe(texts());
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

for (const [index, [scheme, width]] of [
  ['dark', 390] as const,
  ['light', 1440] as const,
].entries()) {
  test(
    `axe finds no violation, and nothing is wider than the window (${scheme})`,
    browsers_of_case(index),
    async ({ page }) => {
      await add_axe(page);
      await page.addInitScript(
        (name) => location.protocol === 'http:' && localStorage.setItem('ffn-lab.theme', name),
        scheme,
      );
      await page.setViewportSize({ width, height: 900 });
      await open_panel(page, '/en/', 'proof');
      await passed(page);
      await open_families(page, ['gpt2_size', 'gradient_check', 'loss']);
      await page.locator('.license_list > summary').click();
      await expect_accessible(page, '#proof');
      // French has the longest words.
      await open_panel(page, '/fr/', 'proof');
      await expect.poll(() => page.locator('#proof .check_marker').count()).toBeGreaterThan(150);
      await open_families(page, family_names);
      await page.locator('.license_list > summary').click();
      for (const each of [390, 320, 360, 768, 1440]) {
        await page.setViewportSize({ width: each, height: 900 });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
          .toBeLessThanOrEqual(0);
        expect((await wider_parts(page)).map(String)).toEqual([]);
      }
    },
  );
}
