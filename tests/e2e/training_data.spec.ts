/** The training panel: the user's own data, weights as files, ten seeds. */
import type { Locator, Page } from '@playwright/test';
import { load } from 'ffn-lab';
import { add_axe, expect_accessible } from './accessibility.ts';
import { lab_of } from './core.ts';
import { intercept_downloads, csv_of } from './downloads.ts';
import {
  browsers_of_case,
  expect,
  in_both_browsers,
  open_panel,
  test,
  unfold,
} from './page_test.ts';
import { card_programs, wrong_programs } from './programs.ts';
import { parts, titles } from './training_page.ts';

const own = '/en/#v=2&train_data=own';

const fact = (page: Page, index: string) =>
  page.locator(`.own_preview [data-recipe="training.dataset"][data-path="${index}"]`);
const expect_facts = async (page: Page, facts: Readonly<Record<string, number>>) => {
  for (const [index, value] of Object.entries(facts))
    await expect(fact(page, index)).toHaveAttribute('value', String(value));
};

/** Expects that the program of each number computes it again, bit by bit. */
async function expect_programs(page: Page, host: Locator): Promise<void> {
  const { variant } = (await lab_of(page)).info();
  const lab = await load({ variant });
  const numbers = await card_programs(host);
  expect(numbers.length).toBeGreaterThan(0);
  expect(await wrong_programs(numbers, lab)).toEqual([]);
  await page.keyboard.press('Escape'); // the card lies over the controls
  lab.dispose();
}

async function run_seeds(page: Page): Promise<void> {
  const { seeds } = parts(page);
  await seeds.getByRole('radio', { name: '200' }).check();
  await seeds.getByRole('button', { name: 'Run 10 seeds' }).click();
  await expect(seeds).toHaveAttribute('aria-busy', 'false');
  await expect(seeds.locator('.seeds_plot').first()).toBeVisible();
}

test(
  'points can be drawn with the pointer, undone, cleared and removed',
  in_both_browsers,
  async ({ page }) => {
    // The window is high enough to show the whole drawing pad at any scroll position.
    await page.setViewportSize({ width: 1280, height: 1400 });
    await open_panel(page, own, 'training');
    const { data, pad } = parts(page);
    await pad.scrollIntoViewIfNeeded();
    const { width } = (await pad.boundingBox())!;
    for (const [x, y] of [
      [0.3, 0.3],
      [0.7, 0.3],
    ] as const)
      await pad.click({ position: { x: x * width, y: y * width } });
    await expect_facts(page, { examples: 2, d_in: 2, d_out: 2, 'counts.0': 2, 'counts.1': 0 });
    await data.getByRole('radio', { name: 'Class B' }).check();
    const box = (await pad.boundingBox())!;
    await page.mouse.move(box.x + 0.3 * width, box.y + 0.7 * width);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.8 * width, box.y + 0.8 * width, { steps: 20 });
    await page.mouse.up();
    const markers = pad.locator('.data_marker_1');
    await expect.poll(() => markers.count()).toBeGreaterThan(4);
    await expect_facts(page, { 'counts.0': 2, 'counts.1': await markers.count() });
    await expect_programs(page, data);
    // Undo reverts a whole stroke, and clearing.
    await data.getByRole('button', { name: 'Clear' }).click();
    await expect(data).toContainText('Nothing to train on yet');
    await data.getByRole('button', { name: 'Undo' }).click();
    await data.getByRole('button', { name: 'Undo' }).click();
    await expect_facts(page, { examples: 2 });
    await data.getByRole('radio', { name: 'Remove' }).check();
    await pad.click({ position: { x: 0.31 * width, y: 0.3 * width } });
    await expect_facts(page, { examples: 1, 'counts.0': 1 });
  },
);

test('points can be drawn by keyboard alone and edited as text', async ({ page }) => {
  await open_panel(page, own, 'training');
  const { data, pad } = parts(page);
  await data.getByRole('radio', { name: 'A curve' }).check();
  await pad.focus();
  for (const key of ['Enter', 'Shift+ArrowRight', 'ArrowUp', ' ', 'ArrowRight', 'Enter', 'Delete'])
    await page.keyboard.press(key);
  await expect_facts(page, { examples: 2, d_in: 1, d_out: 1, minimum: 0, maximum: 0.5 });
  await expect(page.getByText('Point removed. 2 left.')).toBeAttached();
  await data.getByRole('button', { name: 'Edit as text' }).click();
  await expect(data.locator('textarea')).toHaveValue('x,y\n0,0\n0.5,0.1\n');
  await data.locator('textarea').fill('x,y\n0,0\n0.5,0.1\n1,-1.25\n');
  await expect_facts(page, { examples: 3, maximum: 1 });
  await expect(page.locator('.own_picture .data_marker')).toHaveCount(3);
  await expect(page.locator('#training')).toContainText(
    'Points: your data. Line: the output of the network for every x.',
  );
  // The drawn points still exist.
  await data.getByRole('radio', { name: 'Draw' }).check();
  await expect_facts(page, { examples: 2 });
});

const csv_cases = [
  [
    'en',
    [
      'Line 3, column 2 (b): “x” is not a number.',
      'Line 4 has 2 fields; 4 were expected, as in line 1.',
    ],
    'Use the other lines',
  ],
  [
    'fr',
    [
      'Ligne 3, colonne 2 (b)\u00a0: «\u00a0x\u00a0» n’est pas un nombre.',
      'La ligne 4 a 2 champs\u202f; on en attendait 4, comme à la ligne 1.',
    ],
    'Utiliser les autres lignes',
  ],
  [
    'vi',
    ['Dòng 3, cột 2 (b): “x” không phải là số.', 'Dòng 4 có 2 cột; cần 4 cột như ở dòng 1.'],
    'Dùng các dòng còn lại',
  ],
] as const;

for (const [index, [language, messages, skip]] of csv_cases.entries()) {
  test(
    `invalid lines of CSV are explained, and the previous data stay in use (${language})`,
    browsers_of_case(index),
    async ({ page }) => {
      await open_panel(page, own.replace('en', language), 'training');
      const { data } = parts(page);
      await data.locator('input[value="csv"]').check();
      await expect_facts(page, { examples: 4, d_in: 2, 'counts.0': 2, 'counts.1': 2 });
      const text = 'a,b,c,y\n1,2,3,4\n1,x,3,4\n1,2\n7,8,9,1\n';
      const file = { name: 'my.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await data.locator('input[type="file"]').setInputFiles(file);
      for (const line of messages) await expect(data.locator('.own_errors')).toContainText(line);
      await expect(data.locator('textarea')).toHaveValue(text);
      await expect(data.locator('textarea')).toHaveAttribute('aria-invalid', 'true');
      await expect_facts(page, { examples: 4, d_in: 2 });
      await data.getByRole('button', { name: skip }).click();
      await expect_facts(page, { examples: 2, d_in: 3, d_out: 1, minimum: 1, maximum: 9 });
      await expect(page.locator('.own_picture')).toHaveCount(0);
    },
  );
}

test('the numbers of ten seeds equal the core’s training runs', async ({ page }) => {
  await intercept_downloads(page);
  await open_panel(page, '/en/', 'training');
  await unfold(page, titles.seeds);
  await run_seeds(page);
  const { seeds } = parts(page);
  await expect(seeds.locator('.seeds_gelu circle').first()).toBeVisible();
  const { names, rows } = await csv_of(page, 'training_seeds');
  expect(rows).toHaveLength(10);
  await seeds.locator('.figure_tools [aria-pressed]').click();
  await expect(seeds.locator('.figure_table tbody tr')).toHaveCount(10);
  await expect_programs(page, seeds);
  // The counts of lower losses, counted again in the exported file.
  const losses = (name: string) => rows.map((row) => Number(row[names.indexOf(name)]));
  const lower = losses('gelu.loss').filter(
    (loss, seed) => loss < losses('relu.loss')[seed]!,
  ).length;
  await expect(seeds.locator('[data-path="lower.gelu"]')).toHaveAttribute('value', String(lower));
  await seeds.getByRole('radio', { name: '500' }).check();
  await expect(seeds).toContainText('other settings than those chosen now');
});

test('ten seeds can be cancelled and run again', async ({ page }) => {
  await open_panel(page, '/en/', 'training');
  await unfold(page, titles.seeds);
  const { seeds } = parts(page);
  await seeds.locator('input[value="1000"]').check();
  await seeds.getByRole('button', { name: 'Run 10 seeds' }).click();
  await seeds.getByRole('button', { name: 'Cancel' }).click();
  await expect(seeds).toContainText('Cancelled.');
  await expect(seeds.getByRole('button', { name: 'Run 10 seeds' })).toBeEnabled();
  await run_seeds(page);
});

test('touch draws points, and every control is at least 44 pixels high', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL: baseURL!,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await open_panel(page, own, 'training');
  for (const title of Object.values(titles)) await unfold(page, title);
  const { pad } = parts(page);
  await pad.scrollIntoViewIfNeeded();
  await pad.tap({ position: { x: 120, y: 120 } });
  await pad.tap({ position: { x: 220, y: 160 } });
  await expect_facts(page, { examples: 2 });
  const small = await page
    .locator(':is(.own_data, .seeds, .weights_files) :is(button, .choice_option)')
    .evaluateAll((targets) =>
      targets
        .filter((target) => target.getBoundingClientRect().height < 44)
        .map(({ outerHTML }) => outerHTML),
    );
  expect(small).toEqual([]);
  await context.close();
});

for (const [index, scheme] of (['light', 'dark'] as const).entries()) {
  test(
    `axe finds no violation, and nothing is wider than the window (${scheme})`,
    browsers_of_case(index),
    async ({ page }) => {
      await add_axe(page);
      await page.addInitScript((theme) => {
        if (location.protocol === 'http:') localStorage.setItem('ffn-lab.theme', theme);
      }, scheme);
      await open_panel(page, own, 'training');
      for (const title of Object.values(titles)) await unfold(page, title);
      const { data, pad, weights } = parts(page);
      await pad.focus();
      await page.keyboard.press('Enter');
      await data.getByRole('radio', { name: 'Class B' }).check();
      await pad.focus();
      for (const key of ['ArrowLeft', 'Shift+ArrowDown', 'Enter']) await page.keyboard.press(key);
      await run_seeds(page);
      if (scheme === 'dark') {
        await data.locator('input[value="csv"]').check();
        await data.locator('textarea').fill('a,b\n1,2\nx,3\n');
        await expect(data.locator('.own_errors li')).toHaveCount(1);
        await weights
          .locator('input[type="file"]')
          .setInputFiles({ name: 'a.safetensors', mimeType: '', buffer: Buffer.from('no') });
        await expect(weights.locator('[data-error="file"]')).toBeVisible();
      }
      for (const width of [1440, 768, 390, 320]) {
        await page.setViewportSize({ width, height: 900 });
        const { room, needed, clipped } = await page.evaluate(() => ({
          room: document.documentElement.clientWidth,
          needed: document.documentElement.scrollWidth,
          clipped: Array.from(
            document.querySelectorAll(
              '#training :is(.choice_option, .button, td, th, .table_frame)',
            ),
          )
            .filter(
              (element) =>
                element.scrollWidth > element.clientWidth + 1 &&
                !element.querySelector('.visually_hidden, input'),
            )
            .map((element) => element.textContent),
        }));
        expect({ width, needed, clipped }).toEqual({ width, needed: room, clipped: [] });
      }
      await expect_accessible(page, '#training');
    },
  );
}
