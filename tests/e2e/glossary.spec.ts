import type { Page } from '@playwright/test';
import {
  expect,
  in_both_browsers,
  open_page,
  open_panel,
  open_step,
  steps,
  test,
  unfold_all,
} from './page_test.ts';
import { smoke_test } from './smoke.ts';

smoke_test('glossary');

/** Classes that position or group symbols and are not symbols themselves. */
const layout_classes = new Set([
  'plot',
  'series',
  'plot_label',
  'pair_map',
  'swatch',
  'cursor_readout', // repeats the values at the cursor
  'histogram',
  'share_part',
  'share_bar',
  'share_swatch',
  'mask',
  'cell',
  'branch',
  'number',
  'scale_legend',
  'row_of_sums',
  'chain',
  'chain_names',
  'stage',
  'stage_done',
  'chain_activation',
  'chain_side',
  'chain_number',
  'block_diagram',
  'term_bar_cell',
  'visually_hidden',
  'parts_lines',
  'parts_at',
  'speed_chart',
  'speed_label',
  'speed_swatch',
  'series_legend',
  'numbers',
  'heat_map_frame',
  'ladder',
  'ladder_legend',
  'ladder_key',
  'ridge',
  'race_fit',
  'race_history',
  'race_units',
  'checkpoint_multiple',
  'check_axis',
  'check_strip',
  // A bar stands between its word and its number.
  'probability_bar',
  // The map's drawing, its heads and its squares as a whole.
  'fact_map_now',
  'fact_map_head',
  'fact_map_lights',
  'memory_rows',
  // Seen on paper only.
  'print_head',
  'print_lines',
]);

/**
 * Patterns of further such classes. The last four name the position of a symbol or what it refers
 * to.
 */
const layout_pattern =
  /^(table|term_link|button|is_|plot_(value|derivative|difference|learning_(right|loss|ahead)|cost_held)$|plot_annotation(_(?!ring)|$)|block_(lying|standing|frame$|output|target|shape|name|number)|block_box_(?!selected|linked))/;

const selectors = [
  'svg',
  'svg *',
  'canvas',
  '[aria-hidden="true"]',
  '[aria-hidden="true"] *',
  '[role="option"]',
  'tbody tr',
  'tbody td',
  '.branch',
  '.heat_map',
  '.path_stop',
  '.race_unit',
  '.checkpoint_bar',
].join(', ');

/**
 * Returns the drawn classes of a step, and of the network above it, that its legend does not
 * explain and that are not layout classes.
 */
async function unexplained(page: Page, step: string): Promise<string[]> {
  const legend = page.locator(`#${step} [data-legend]`);
  const explained = await legend.evaluateAll((entries) =>
    entries.flatMap((entry) => entry.getAttribute('data-legend')?.split(' ') ?? []),
  );
  const drawn = await page.evaluate(
    ([id, drawing]) => {
      const found = Array.from(document.querySelectorAll(`#${id} :is(${drawing})`));
      const outside = found.filter((element) => element.closest('.legend_entries') === null);
      return Array.from(new Set(outside.flatMap((element) => Array.from(element.classList))));
    },
    [step, selectors] as const,
  );
  const known = new Set([...explained, ...layout_classes]);
  return drawn.filter((name) => !known.has(name) && !layout_pattern.test(name));
}

/** Settings with which each step draws its marks; the sizes of `speed` are measured in seconds. */
const settings =
  'example=notebook_batch&token=1&brush=-0.4~0&stage=linear2&curves=relu,gelu,gelu_tanh,gelu_sigmoid' +
  '&fact_rewrites=0.7&train_data=spiral&train_step=20&model=sample&speed_tokens=1&speed_d_model=128';

/** Waits until all parts of a step are computed and drawn: its legend no longer changes. */
async function figures_drawn(page: Page, step: string): Promise<void> {
  const entries = () => page.locator(`#${step} [data-legend]`).allTextContents();
  const unfinished = page.locator(
    `#${step} :is([aria-busy="true"], .waiting_cells, .skeleton):not(.legend_sample *)`,
  );
  // Some parts appear only when what they are about is computed.
  await expect(async () => {
    await unfold_all(page, step);
    await expect(unfinished).toHaveCount(0, { timeout: 1000 });
    const before = await entries();
    await page.waitForTimeout(500);
    expect(await entries()).toEqual(before);
    expect(before).not.toEqual([]);
  }).toPass();
}

/** Returns the shapes of a step's legend that have neither a line nor a filled area. */
const unpainted = (page: Page, step: string): Promise<string[]> =>
  page.locator(`#${step} .legend_sample :is(path, rect, circle, line)`).evaluateAll((shapes) =>
    shapes
      .filter((shape) => {
        const { fill, stroke, strokeWidth } = getComputedStyle(shape);
        const { width, height } = (shape as SVGGraphicsElement).getBBox();
        const lined = stroke !== 'none' && parseFloat(strokeWidth) > 0;
        return !lined && (fill === 'none' || width * height === 0);
      })
      .map((shape) => shape.outerHTML),
  );

for (const step of steps.filter((name) => name !== 'glossary')) {
  test(`the legend of ${step} explains every mark that it draws`, async ({ page }) => {
    await open_panel(page, `/en/#v=2&${settings}`, step);
    if (step === 'speed') await page.getByRole('button', { name: 'Measure now' }).click();
    await figures_drawn(page, step);
    await expect.poll(() => unexplained(page, step)).toEqual([]);
    for (const entry of await page.locator(`#${step} [data-legend]`).all())
      await expect(entry).toHaveText(/\S{2,}/);
    for (const sample of await page.locator(`#${step} .legend_sample > *`).all())
      expect((await sample.boundingBox())?.height).toBeGreaterThan(0);
    expect(await unpainted(page, step)).toEqual([]);
  });
}

test('a legend follows what the figures draw', async ({ page }) => {
  await open_panel(page, '/fr/#v=2&curves=gelu,relu', 'activation');
  await unfold_all(page, 'activation');
  const legend = page.locator('#activation .legend_entries');
  await expect(legend).toContainText('tirets orange');
  await expect(legend).not.toContainText('sigmoïde');
  await page.locator('#activation').getByRole('checkbox', { name: /sigm/ }).check();
  await expect(legend).toContainText('sigmoïde');
});

test('terms are listed in three languages, the page’s language first', async ({ page }) => {
  await open_panel(page, '/vi/', 'glossary');
  const row = page.getByRole('row', { name: /mạng truyền thẳng/ }).first();
  await expect(row.getByRole('rowheader')).toHaveText('mạng truyền thẳng');
  await expect(row.locator('[lang="fr"]')).toContainText('réseau à propagation avant');
  await expect(row.locator('[lang="en"]')).toContainText('feed-forward network (FFN)');
});

test(
  'a link in the text and the jump dialog lead to a glossary entry',
  in_both_browsers,
  async ({ page }) => {
    await open_step(page, '/en/', 'hidden');
    await page.locator('#hidden').getByRole('link', { name: 'sparse' }).click();
    const note = page.getByRole('dialog', { name: 'sparsity' });
    await note.getByRole('link', { name: 'See it in the glossary' }).click();
    await expect(note).toBeHidden();
    await expect(page.locator('#term_sparsity')).toBeFocused();
    await expect(page.locator('#term_sparsity')).toBeInViewport();
    await expect(page).toHaveURL(/#v=2&panel=glossary$/);
    await page.goBack();
    await expect(page.locator('#hidden')).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.type('dead neuron');
    await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(
      'dead neuron',
    );
    await page.keyboard.press('Enter');
    await expect(page.locator('#term_dead_neuron')).toBeFocused();
  },
);

test(
  'the jump dialog lists the headings of all steps, and opens the folded part of one',
  in_both_browsers,
  async ({ page }) => {
    await open_step(page, '/en/', 'training');
    await expect(page.locator('#training_seeds')).toBeVisible();
    await expect(page.locator('#training_units')).toBeVisible();
    const headings = await page.locator('#training h3:is([id], summary[id] > *)').allTextContents();
    expect(headings.length).toBeGreaterThan(5);
    await open_page(page, '/en/');
    await page.keyboard.press('/');
    const options = page.getByRole('dialog').getByRole('option');
    for (const title of headings)
      await expect(options.filter({ hasText: title })).not.toHaveCount(0);
    await page.keyboard.type('ten seeds');
    await expect(options.and(page.locator('[aria-selected="true"]'))).toContainText(
      'Ten seeds instead of one',
    );
    await page.keyboard.press('Enter');
    await expect(page.locator('#training_seeds')).toBeFocused();
    await expect(page.locator('#training_seeds')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Run 10 seeds' })).toBeVisible();
  },
);

test('sources are links that the page does not fetch', async ({ page }) => {
  await open_panel(page, '/en/', 'glossary');
  await unfold_all(page, 'glossary');
  const links = page.locator('.glossary_sources a');
  await expect.poll(() => links.count()).toBeGreaterThan(5);
  for (const link of await links.all()) await expect(link).toHaveAttribute('href', /^https:\/\//);
});

test(
  'on a phone no glossary entry is wider than the window',
  in_both_browsers,
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await open_panel(page, '/fr/', 'glossary');
    const { room, widest } = await page.evaluate(() => ({
      room: document.documentElement.clientWidth,
      widest: Math.max(
        ...Array.from(
          document.querySelectorAll('#glossary *'),
          (element) => element.getBoundingClientRect().right,
        ),
      ),
    }));
    expect(widest).toBeLessThanOrEqual(room);
    await expect(page.getByRole('rowheader', { name: 'position par position' })).toBeVisible();
  },
);
