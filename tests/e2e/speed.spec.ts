/**
 * The panel that measures speed. The program of a measured number measures again, so the tests require only that it runs and prints a number of
 * the same kind.
 */
import type { Page } from '@playwright/test';
import { add_programs, as_code } from '../../web/page/src/numbers/as_code.ts';
import { measure } from '../../web/page/src/steps/speed/programs.ts';
import { read_hash } from '../../web/page/src/numbers/url_state.ts';
import { add_axe, expect_accessible } from './accessibility.ts';
import { lab_of } from './core.ts';
import { intercept_downloads, file_of } from './downloads.ts';
import { browser_independent, expect, open_panel, overflow_at, test } from './page_test.ts';
import { run, shown_numbers } from './programs.ts';

add_programs({ measure });

const hash = '#v=1&speed_tokens=1&speed_d_model=128';
const panel = (page: Page) => page.locator('#speed');

const median_of = async (page: Page, engine: string, quantity: string) =>
  Number(await panel(page).locator(`td [data-tensor^="${engine}, "][data-index="${quantity}.median"]`).first().getAttribute('value'));

test('the panel shows numbers only after measuring; each has a program that measures again', async ({ page, browserName }) => {
  test.setTimeout(180_000);
  if (browserName === 'chromium') await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // Without pools: see plain_firefox.ts. The pool in a worker of a page is tested there.
  if (browserName === 'firefox') await page.addInitScript(() => Object.defineProperty(navigator, 'hardwareConcurrency', { value: 1 }));
  await add_axe(page);
  await open_panel(page, `/en/${hash}`, 'speed');
  await expect(panel(page).locator('data[data-call]')).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Measure now' }).click();
  await expect(panel(page).getByRole('progressbar')).toBeVisible();
  await expect(panel(page).locator('.speed_chart')).toBeVisible({ timeout: 90_000 });
  await expect(panel(page).getByRole('button', { name: 'Measure now' })).toBeEnabled();

  const engines = panel(page).locator('.speed_table tbody tr');
  await expect(engines.first()).toContainText('relaxed SIMD');
  expect(await engines.count()).toBeGreaterThanOrEqual(5);
  await expect(engines.filter({ hasText: 'Not measured' })).toHaveCount(0);
  await expect(panel(page)).toContainText('All of them computed the same thing');
  // Milliseconds for each token, and billions of operations in a second.
  const [per_token, gflops] = [await median_of(page, 'javascript', 'per_token'), await median_of(page, 'javascript', 'gflops')];
  expect((per_token * gflops * 1e3) / (4 * 128 * 512)).toBeCloseTo(1, 6);

  if (browserName === 'chromium') await expect_programs(page); // they run in Node
  await expect_bursts(page, per_token);
  await expect_accessible(page, '#speed');
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(() => overflow_at(page, 320)).toBe(0);
  if (browserName !== 'chromium') return; // only Chromium can read the clipboard
  await panel(page).getByRole('button', { name: 'Copy the result' }).click();
  await expect(panel(page).getByText('Copied', { exact: true })).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(
    /^FFN Lab [\d.]+ · Forward pass of 1 × 128 → 512, GELU, once, after a pause\n.*Chrome \d+, .*\n\nEngine +µs per token/,
  );
  expect(text).toContain('Plain JavaScript');
});

/** The other half of the same measurement is shown without measuring again. */
async function expect_bursts(page: Page, sustained_per_token: number): Promise<void> {
  await panel(page).getByRole('radio', { name: 'Once, after a pause' }).check();
  await expect(panel(page).locator('.speed_table caption').first()).toHaveText('Forward pass of 1 × 128 → 512, GELU, once, after a pause');
  await expect.poll(() => new URL(page.url()).hash).toContain('speed_mode=burst');
  const names = (await shown_numbers(panel(page))).map(({ tensor }) => tensor).filter((name) => !name.startsWith('limit'));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !name.endsWith(', burst'))).toEqual([]);
  const per_token = await median_of(page, 'javascript', 'per_token');
  expect(per_token).toBeGreaterThan(0);
  expect(per_token).not.toBe(sustained_per_token);
}

/** Runs one program of each kind: each takes half a second or more. */
async function expect_programs(page: Page): Promise<void> {
  const numbers = await shown_numbers(panel(page));
  expect(numbers.length).toBeGreaterThan(40);
  const state = { ...read_hash(hash).state, pasted: undefined };
  const lab = await lab_of(page);
  for (const number of numbers) {
    expect(number.call).toBe('measure');
    expect(Number(number.text)).toBeGreaterThanOrEqual(0);
    expect(as_code(number, state)).toContain('console.log');
  }
  const wanted = [
    ['simd', 'per_token.median'],
    ['eigen', 'difference'],
    ['javascript', 'share.median'],
    ['simd, 1 thread, 1 × 128 → 512, gelu, burst', 'per_token.median'],
    ['limit', 'stream.median'],
  ] as const;
  for (const [engine, index] of wanted) {
    const found = numbers.find((number) => number.tensor.startsWith(engine) && number.index === index);
    const tensor = engine.includes(',') ? engine : `${engine}, 1 thread, 1 × 128 → 512, gelu`;
    const name = found ?? { call: 'measure', tensor, index };
    const again = Number(await run(as_code(name, state) ?? '', lab));
    expect({ ...name, finite: Number.isFinite(again) && again >= 0 }).toEqual({ ...name, finite: true });
  }
  lab.backend = 'tiles';
}

test('the stages of a pass are measured; each has a program that measures it again', browser_independent, async ({ page }) => {
  test.setTimeout(120_000);
  await add_axe(page);
  await intercept_downloads(page);
  await open_panel(page, `/en/${hash}`, 'speed');
  await panel(page).getByRole('button', { name: 'Measure the stages' }).click();
  const figure = panel(page).locator('[data-figure="speed_stages"]');
  await expect(figure.locator('.speed_stages')).toBeVisible({ timeout: 60_000 });
  await expect(figure.locator('.speed_table tbody tr')).toHaveCount(5);
  const csv = (await file_of(page, 'speed_stages', 'csv')).toString().trim().split('\n');
  expect(csv.map((line) => line.split(',')[0])).toEqual(['measured', 'linear1', 'activation', 'linear2', 'rest', 'pass']);
  // The background and the four parts of the bar.
  expect((await file_of(page, 'speed_stages', 'svg')).toString().match(/<rect /g)?.length).toBe(5);
  await figure.locator('[aria-pressed]').click();

  const numbers = await shown_numbers(figure);
  const state = { ...read_hash(hash).state, pasted: undefined };
  const lab = await lab_of(page);
  for (const number of numbers) expect(as_code(number, state)).toContain('console.log');
  // The numbers in the table have the names that a program needs, too.
  expect(numbers.every(({ tensor }) => tensor === numbers[0]?.tensor)).toBe(true);
  for (const index of [
    'activation.milliseconds.median',
    'linear1.gflops.upper_quartile',
    'linear2.of_pass',
    'rest.of_pass',
    'share.median',
  ]) {
    const number = numbers.find((one) => one.index === index);
    const again = Number(await run(as_code(number!, state) ?? '', lab));
    expect({ index, finite: Number.isFinite(again) && (again > 0 || index.startsWith('rest')) }).toEqual({ index, finite: true });
  }
  await expect_accessible(page, '#speed');
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => overflow_at(page, width)).toBe(0);
  }
});

test('a measurement can be stopped, and the address contains the sizes', async ({ page }) => {
  test.setTimeout(120_000);
  await add_axe(page);
  await page.addInitScript(() => location.protocol === 'http:' && localStorage.setItem('ffn-lab.theme', 'dark'));
  await open_panel(page, '/fr/', 'speed');
  await panel(page).getByRole('button', { name: 'Mesurer GELU et ReLU' }).click();
  await expect(panel(page).getByRole('progressbar')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Mesurer maintenant' })).toBeDisabled();
  await panel(page).getByRole('button', { name: 'Arrêter' }).click();
  await expect(panel(page).getByText('Arrêté avant la fin')).toBeVisible();
  await expect(panel(page).getByRole('progressbar')).toHaveCount(0);
  await expect(panel(page).locator('data[data-call]')).toHaveCount(0);
  await panel(page).getByRole('radio', { name: '128', exact: true }).first().check();
  await panel(page).getByRole('radio', { name: '256' }).check();
  await expect.poll(() => new URL(page.url()).hash).toContain('speed_tokens=128&speed_d_model=256');
  await expect_accessible(page, '#speed');
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => overflow_at(page, width)).toBe(0);
  }
});
