/**
 * The panel that measures speed. The program of a measured number measures again, so the tests
 * require only that it runs and prints a number of the same kind.
 */
import type { Locator, Page } from '@playwright/test';
import { load } from 'ffn-lab';
import { add_axe, expect_accessible } from './accessibility.ts';
import './core.ts'; // allows relaxed SIMD
import { intercept_downloads, file_of } from './downloads.ts';
import { expect, open_panel, overflow_at, test } from './page_test.ts';
import { run, shown_answers } from './programs.ts';
import { smoke_test } from './smoke.ts';

smoke_test('speed');

const hash = '#v=2&speed_tokens=1&speed_d_model=128';
const panel = (page: Page) => page.locator('#speed');

const median_of = async (page: Page, engine: string, quantity: string) =>
  Number(
    await panel(page)
      .locator('.speed_table tbody tr')
      .filter({ hasText: engine })
      .locator(`[data-path$=".${quantity}.median"]`)
      .first()
      .getAttribute('value'),
  );

/**
 * Returns the programs of all numbers in an element, by the numbers' paths: each number opens a
 * card with its program.
 */
async function programs_of(
  page: Page,
  within: Locator,
  recipe: string,
): Promise<ReadonlyMap<string, string>> {
  const card = page.getByRole('complementary', { name: 'Where a number comes from' });
  const programs = new Map<string, string>();
  for (const number of await within.locator('data[data-recipe]').all()) {
    const path = (await number.getAttribute('data-path')) ?? '';
    expect(Number(await number.getAttribute('value'))).not.toBeNaN();
    await number.dispatchEvent('click'); // those in texts for screen readers, too
    await expect(card.locator('.hint code')).toHaveText(`${recipe} · ${path}`);
    const code = card.locator('pre');
    await expect(code).toContainText('console.log(answer.');
    programs.set(path, (await code.textContent()) ?? '');
  }
  return programs;
}

test('the panel shows numbers only after measuring; each has a program that measures again', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await add_axe(page);
  await open_panel(page, `/en/${hash}`, 'speed');
  await expect(panel(page).locator('data')).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Measure now' }).click();
  await expect(panel(page).getByRole('progressbar')).toBeVisible();
  await expect(panel(page).locator('.speed_chart')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Measure now' })).toBeEnabled();

  const engines = panel(page).locator('.speed_table tbody tr');
  await expect(engines.first()).toContainText('relaxed SIMD');
  expect(await engines.count()).toBeGreaterThanOrEqual(5);
  await expect(engines.filter({ hasText: 'Not measured' })).toHaveCount(0);
  await expect(panel(page)).toContainText('All of them computed the same thing');
  // Milliseconds for each token, and billions of operations in a second.
  const [per_token, gflops] = [
    await median_of(page, 'JavaScript', 'per_token'),
    await median_of(page, 'JavaScript', 'gflops'),
  ];
  expect((per_token * gflops * 1e3) / (4 * 128 * 512)).toBeCloseTo(1, 6);

  await expect_programs(page);
  await expect_bursts(page, per_token);
  await expect_accessible(page, '#speed');
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(() => overflow_at(page, 320)).toBe(0);
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
  await expect(panel(page).locator('.speed_table caption').first()).toHaveText(
    'Forward pass of 1 × 128 → 512, GELU, once, after a pause',
  );
  await expect.poll(() => new URL(page.url()).hash).toContain('speed_mode=burst');
  const paths = (await shown_answers(panel(page))).map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !path.startsWith('burst.'))).toEqual([]);
  const per_token = await median_of(page, 'JavaScript', 'per_token');
  expect(per_token).toBeGreaterThan(0);
  expect(per_token).not.toBe(sustained_per_token);
}

/** Runs one program of each kind: each takes a few seconds. */
async function expect_programs(page: Page): Promise<void> {
  const programs = await programs_of(page, panel(page), 'speed.engines');
  expect(programs.size).toBeGreaterThan(40);
  const place_of = async (engine: string) => {
    const rows = panel(page).locator('.speed_table').first().locator('tbody th');
    return (await rows.allInnerTexts()).findIndex((text) => text.includes(engine));
  };
  const wanted = [
    `sustained.lines.${await place_of('SIMD')}.measured.per_token.median`,
    `sustained.lines.${await place_of('Eigen')}.difference`,
    `sustained.lines.${await place_of('JavaScript')}.measured.share.median`,
    'sustained.limits.0.stream.median',
  ];
  for (const path of wanted) {
    const again = Number(await run(programs.get(path) ?? '', load));
    expect({ path, finite: Number.isFinite(again) && again >= 0 }).toEqual({ path, finite: true });
  }
}

test('the stages of a pass are measured; each has a program that measures it again', async ({
  page,
}) => {
  await add_axe(page);
  await intercept_downloads(page);
  await open_panel(page, `/en/${hash}`, 'speed');
  await panel(page).getByRole('button', { name: 'Measure the stages' }).click();
  const figure = panel(page).locator('[data-figure="speed_stages"]');
  await expect(figure.locator('.speed_stages')).toBeVisible();
  await expect(figure.locator('.speed_table tbody tr')).toHaveCount(5);
  const csv = (await file_of(page, 'speed_stages', 'csv')).toString().trim().split('\n');
  expect(csv.map((line) => line.split(',')[0])).toEqual([
    'measured',
    'linear1',
    'activation',
    'linear2',
    'rest',
    'pass',
  ]);
  // The background and the four parts of the bar.
  expect((await file_of(page, 'speed_stages', 'svg')).toString().match(/<rect /g)?.length).toBe(5);
  await figure.locator('[aria-pressed]').click();

  const programs = await programs_of(page, figure, 'speed.stages');
  for (const path of [
    'stages.activation.milliseconds.median',
    'stages.linear1.gflops.upper_quartile',
    'stages.linear2.of_pass',
    'rest.of_pass',
    'pass.share.median',
  ]) {
    const again = Number(await run(programs.get(path) ?? '', load));
    expect({
      path,
      finite: Number.isFinite(again) && (again > 0 || path.startsWith('rest')),
    }).toEqual({ path, finite: true });
  }
  await expect_accessible(page, '#speed');
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => overflow_at(page, width)).toBe(0);
  }
});

test('a measurement can be stopped, and the address contains the sizes', async ({ page }) => {
  await add_axe(page);
  await page.addInitScript(
    () => location.protocol === 'http:' && localStorage.setItem('ffn-lab.theme', 'dark'),
  );
  await open_panel(page, '/fr/', 'speed');
  await panel(page).getByRole('button', { name: 'Mesurer GELU et ReLU' }).click();
  await expect(panel(page).getByRole('progressbar')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Mesurer maintenant' })).toBeDisabled();
  await panel(page).getByRole('button', { name: 'Arrêter' }).click();
  await expect(panel(page).getByText('Arrêté avant la fin')).toBeVisible();
  await expect(panel(page).getByRole('progressbar')).toHaveCount(0);
  await expect(panel(page).locator('data')).toHaveCount(0);
  await panel(page).getByRole('radio', { name: '128', exact: true }).first().check();
  await panel(page).getByRole('radio', { name: '256' }).check();
  await expect.poll(() => new URL(page.url()).hash).toContain('speed_tokens=128&speed_d_model=256');
  await expect_accessible(page, '#speed');
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => overflow_at(page, width)).toBe(0);
  }
});
