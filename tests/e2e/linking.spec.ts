/**
 * The neuron or token under the pointer in one step is highlighted in the chain of the network, and
 * in the others on the page of all steps.
 */
import {
  expect,
  in_both_browsers,
  numbers_computed,
  open_all,
  open_step,
  test,
  unfold_all,
} from './page_test.ts';

test(
  'a neuron under the pointer is highlighted in the cells, the histograms and the mask',
  in_both_browsers,
  async ({ page }) => {
    await open_all(page, '/en/#v=2&example=notebook_token&dropout=0.5');
    // Until then parts of other steps appear, and move what is under the pointer.
    await numbers_computed(page);
    await expect(page.locator('#hidden .histogram.histogram_hidden_gelu')).toBeVisible();
    await page.locator('[data-tensor-view="pre_activation"] [role="option"]').nth(9).hover();
    for (const name of ['pre_activation', 'hidden.gelu', 'hidden.relu']) {
      await expect(page.locator(`[data-tensor-view="${name}"] .cell_linked`)).toHaveAttribute(
        'data-cell',
        '9',
      );
    }
    await expect(page.locator('#hidden .histogram .histogram_marker')).toHaveCount(3);
    await expect(page.locator('#dropout .mask_attended:not(.legend_sample *)')).toHaveCount(1);
    await page.mouse.move(0, 0);
    await expect(
      page.locator(
        '#hidden .histogram .histogram_marker, #dropout .mask_attended:not(.legend_sample *)',
      ),
    ).toHaveCount(0);
  },
);

test('a unit of the mask under the pointer is highlighted in the cells', async ({ page }) => {
  await open_all(page, '/en/#v=2&example=notebook_token&dropout=0.5');
  // Until then parts of other steps appear, and move what is under the pointer.
  await numbers_computed(page);
  const linked = page.locator('[data-tensor-view="hidden.gelu"] .cell_linked');
  await page.locator('#dropout .mask path').nth(4).hover();
  await expect(linked).toHaveAttribute('data-cell', '4');
});

test('a neuron under the pointer is highlighted in the chain, and a column of the chain in the cells', async ({
  page,
}) => {
  await open_step(page, '/en/#v=2&example=notebook_token', 'feed_forward');
  const focus = page.locator('.chain_figure .chain_focus');
  await expect(focus).toHaveCount(0);
  await page.locator('[data-tensor-view="pre_activation"] [role="option"]').nth(9).hover();
  await expect(focus).toHaveCount(1);
  await page.mouse.move(0, 0);
  await expect(focus).toHaveCount(0);
  await page.locator('[data-tensor-view="pre_activation"] [role="option"]').nth(9).focus();
  await expect(focus).toHaveCount(1);
  const linked = page.locator('[data-tensor-view="hidden.gelu"] .cell_linked');
  const chain = page.locator('.chain_figure .chain');
  const box = (await chain.boundingBox())!;
  await chain.hover({ position: { x: box.width / 2, y: box.height / 2 } });
  await expect(linked).toHaveAttribute('data-cell', /^1[4-7]$/);
});

test('a chosen token highlights its row, and a row under the pointer the token in the heat maps', async ({
  page,
}) => {
  await open_all(page, '/en/#v=2&example=notebook_batch&token=3');
  await page.locator('[data-tensor-view="x"] [role="option"]').first().click();
  await expect(page.locator('#independence .row_attended th')).toContainText('[0, 3]');
  await page.locator('#independence tbody tr').nth(6).hover();
  await expect(page.locator('#feed_forward .heat_map_attended')).toHaveCount(6);
});

test('moving from cell to cell shows the products of no other cell in between', async ({
  page,
}) => {
  await open_step(page, '/en/#v=2&example=notebook_token', 'feed_forward');
  await unfold_all(page, 'feed_forward');
  const cells = page.locator('[data-tensor-view="pre_activation"] [role="option"]');
  const caption = page.locator('#feed_forward .trace_table caption');
  await cells.nth(2).hover();
  await expect(caption).toContainText('pre_activation[2]');
  const seen = await caption.evaluateHandle((element) => {
    const captions: string[] = [];
    new MutationObserver(() => captions.push(element.textContent ?? '')).observe(element, {
      characterData: true,
      childList: true,
      subtree: true,
    });
    return captions;
  });
  for (const feature of [3, 4, 5]) await cells.nth(feature).hover();
  await expect(caption).toContainText('pre_activation[5]');
  const captions = await seen.jsonValue();
  expect(captions.filter((text) => !/pre_activation\[[2-5]\]/.test(text))).toEqual([]);
  expect(captions.length).toBeGreaterThan(0);
  await page.mouse.move(0, 0);
  await expect(caption).toContainText('output[0]');
});
