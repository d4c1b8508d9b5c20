import type { Page } from '@playwright/test';
import { open_parts } from './checkpoint_page.ts';
import { browser_independent, expect, go_to_step, numbers_computed, open_all, open_page, open_panel, test } from './page_test.ts';

/** Classes that position or group symbols and are not symbols themselves. */
const layout_classes = new Set([
  'plot',
  'series',
  'plot_label',
  'swatch',
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
  'chain_activation',
  'chain_side',
  'chain_number',
  'block_diagram',
  'term_bar_cell',
  'visually_hidden',
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
]);

/** Patterns of further such classes. The last four name the position of a symbol or what it refers to. */
const layout_pattern =
  /^(with_bar|table|term_link|button|is_|plot_(value|derivative|difference)$|plot_annotation(_(?!ring)|$)|block_(lying|standing|frame$|output|target|shape|name|number)|block_box_(?!selected|linked))/;

/** Returns the classes of everything drawn in the hero and the panels except the glossary. */
function drawn_classes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const drawn = document.querySelectorAll(
      [
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
      ]
        .map((selector) => `:is(.hero, .panel:not(#glossary), .guide_list, .start_contents) :is(${selector})`)
        .join(', '),
    );
    return Array.from(new Set(Array.from(drawn).flatMap((element) => Array.from(element.classList))));
  });
}

const explained = (page: Page) =>
  page.locator('[data-legend]').evaluateAll((entries) => entries.flatMap((entry) => entry.getAttribute('data-legend')?.split(' ') ?? []));

/** Returns the drawn classes that have no legend entry and are not layout classes. */
async function unexplained(page: Page, elsewhere: readonly string[] = []): Promise<string[]> {
  const known = new Set([...(await explained(page)), ...layout_classes]);
  return [...(await drawn_classes(page)), ...elsewhere].filter((name) => !known.has(name) && !layout_pattern.test(name));
}

for (const language of ['en', 'fr', 'vi'] as const) {
  test(`every symbol of the page has a legend entry (${language})`, browser_independent, async ({ page }) => {
    await open_page(page, `/${language}/#v=1&example=notebook_batch`);
    const on_start_page = await drawn_classes(page);
    await open_all(page, `/${language}/#v=1&example=notebook_batch&brush=-0.4~0&stage=linear2&curves=relu,gelu,gelu_tanh,gelu_sigmoid`);
    await page.locator('[data-tensor-view="hidden.gelu"] [role="option"]').first().click();
    await expect(page.locator('.histogram_brushed').first()).toBeVisible();
    await expect(page.locator('#dropout .histogram_marker')).toBeAttached();
    await expect(page.locator('#independence .replaced')).toBeAttached();
    await expect(page.locator('#cost .share_embeddings').first()).toBeAttached();
    expect(await unexplained(page, on_start_page)).toEqual([]);
    for (const entry of await page.locator('.glossary_legend li').all()) await expect(entry).toHaveText(/\S{2,}/);
  });
}

/** Steps with a legend of their own, and a selector of a symbol that their figures draw. */
const with_legends = [
  ['backward', '.cell_gradient'],
  ['training', '.plot_loss'],
  ['speed', '.controls'],
  ['checkpoint', '.checkpoint_ramp'],
  ['proof', '.check_marker'],
] as const;

test('the legend of a step is loaded with it', browser_independent, async ({ page }) => {
  const unloaded_hint = page.locator('#glossary').getByText('The steps that you have not reached yet');
  await open_panel(page, '/en/#v=1&train_data=spiral&train_step=20&model=sample&token=1', 'glossary');
  await expect(unloaded_hint).toBeVisible();
  await expect(page.locator('#glossary h4')).toHaveCount(0);
  const titles: string[] = [];
  for (const [name, symbol] of with_legends) {
    await go_to_step(page, name);
    await expect(page.locator(`#${name} ${symbol}`).first()).toBeAttached();
    titles.push((await page.locator(`#${name} h2`).textContent())!);
  }
  await go_to_step(page, 'glossary');
  await expect(page.locator('#glossary h4')).toHaveText(titles);
  await expect(unloaded_hint).toBeVisible();
  await open_all(page, '/en/#v=1&train_data=spiral&train_step=20&model=sample&token=1');
  await expect(unloaded_hint).toHaveCount(0);
  await expect(page.locator('#training .plot_loss')).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('.ridge_now').first()).toBeAttached();
  await expect(page.locator('.race_unit').first()).toBeAttached();
  await open_parts(page);
  await expect(page.locator('#checkpoint .checkpoint_curve').first()).toBeAttached();
  await expect(page.locator('#checkpoint :is(.waiting_cells, .skeleton)')).toHaveCount(0);
  expect(await unexplained(page)).toEqual([]);
});

test('terms are listed in three languages, the page’s language first', browser_independent, async ({ page }) => {
  await open_panel(page, '/vi/', 'glossary');
  const row = page.getByRole('row', { name: /mạng truyền thẳng/ }).first();
  await expect(row.getByRole('rowheader')).toHaveText('mạng truyền thẳng');
  await expect(row.locator('[lang="fr"]')).toContainText('réseau à propagation avant');
  await expect(row.locator('[lang="en"]')).toContainText('feed-forward network (FFN)');
});

test('a link in the text and the jump dialog lead to a glossary entry', async ({ page }) => {
  await open_panel(page, '/en/', 'hidden');
  await numbers_computed(page);
  await page.locator('#hidden').getByRole('link', { name: 'sparse' }).click();
  await expect(page.locator('#term_sparsity')).toBeFocused();
  await expect(page.locator('#term_sparsity')).toBeInViewport();
  await expect(page).toHaveURL(/#v=1&panel=glossary$/);
  await page.goBack();
  await expect(page.locator('#hidden')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('dead');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('dead neuron');
  await page.keyboard.press('Enter');
  await expect(page.locator('#term_dead_neuron')).toBeFocused();
});

test('sources are links that the page does not fetch', browser_independent, async ({ page }) => {
  await open_panel(page, '/en/', 'glossary');
  const links = page.locator('.glossary_sources a');
  expect(await links.count()).toBeGreaterThan(5);
  for (const link of await links.all()) await expect(link).toHaveAttribute('href', /^https:\/\//);
});

test('on a phone no glossary entry is wider than the window', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await open_panel(page, '/fr/', 'glossary');
  const { room, widest } = await page.evaluate(() => ({
    room: document.documentElement.clientWidth,
    widest: Math.max(...Array.from(document.querySelectorAll('#glossary *'), (element) => element.getBoundingClientRect().right)),
  }));
  expect(widest).toBeLessThanOrEqual(room);
  await expect(page.getByRole('rowheader', { name: 'parcimonie' })).toBeVisible();
});
