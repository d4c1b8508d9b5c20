import type { Page } from '@playwright/test';
import { lab_of, written } from './core.ts';
import { browsers_of_case, expect, open_step, test, unfold } from './page_test.ts';
import { smoke_test } from './smoke.ts';

smoke_test('cost');

const open = (page: Page, address: string) => open_step(page, address, 'cost');

const panel = (page: Page) => page.locator('#cost');
const ratios = [1, 2, 4, 8];
const shown = (page: Page, ratio: number, field: string) =>
  panel(page).locator(
    `.cost_figure [data-recipe="cost.ratios"][data-path="rows.${ratios.indexOf(ratio)}.${field}"]`,
  );

const cases = [
  ['en', 768, true],
  ['fr', 256, false],
  ['vi', 1600, true],
] as const;

for (const [index, [language, d_model, bias]] of cases.entries()) {
  test(
    `parameters of ${d_model} (${language}): every number is the core’s`,
    browsers_of_case(index),
    async ({ page }) => {
      await open(page, `/${language}/#v=2&d_model=${d_model}&bias=${bias ? 1 : 0}`);
      const lab = await lab_of(page);
      for (const row of lab.ratio_costs({ d_model, bias })) {
        for (const field of ['d_ff', 'parameters'] as const) {
          await expect(shown(page, row.ratio, field).first()).toHaveAttribute(
            'value',
            String(row[field]),
          );
        }
        await expect(shown(page, row.ratio, 'share_of_block')).toHaveText(
          written(row.share_of_block, language, 1, 'percent'),
        );
        await expect(shown(page, row.ratio, 'growth')).toHaveText(written(row.growth, language, 3));
      }
      const [, , usual] = lab.ratio_costs({ d_model, bias });
      await expect(panel(page).locator('[data-path="rows.2.operations"]')).toHaveText(
        written(usual!.operations, language, 0),
      );
      const { operations } = lab.attention_cost({ d_model, seq_len: 1024 });
      await expect(panel(page).locator('[data-recipe="cost.attention"]')).toHaveText(
        written(operations, language, 0),
      );
      for (const field of ['attention', 'norms'] as const) {
        await expect(shown(page, 4, field)).toHaveAttribute('value', String(usual![field]));
      }
    },
  );
}

test('a width can be typed or chosen; an invalid width is explained', async ({ page }) => {
  await open(page, '/en/');
  const field = panel(page).getByRole('textbox', { name: 'd_model' });
  // The field does not round the typed number.
  await field.fill('12345');
  await field.blur();
  await expect(field).toHaveValue('12345');
  await field.fill('512');
  await expect(shown(page, 4, 'parameters').first()).toHaveText('2,099,712');
  await expect(
    panel(page).locator('.cost_figure').getByRole('radio', { name: '512' }),
  ).toBeChecked();
  await expect.poll(() => new URL(page.url()).hash).toBe('#v=2&d_model=512&panel=cost');
  for (const [text, error] of [
    ['512.5', '“512.5” is not a whole number.'],
    ['0', '“0” is outside the range from 1 to 65,536.'],
    ['65537', '“65537” is outside the range from 1 to 65,536.'],
    ['', 'Please enter a number.'],
  ] as const) {
    await field.fill(text);
    await expect(panel(page).locator('.field_error')).toHaveText(error);
    await expect(shown(page, 4, 'parameters').first()).toHaveText('2,099,712');
  }
  await panel(page).getByRole('radio', { name: '1024', exact: true }).check();
  await expect(field).toHaveValue('1024');
  await expect(panel(page).locator('.field_error')).toHaveText('');
  await panel(page).getByRole('radio', { name: 'without', exact: true }).check();
  await expect(shown(page, 1, 'parameters').first()).toHaveText('2,097,152');
});

test(
  'the wider the network, the more random pairs it holds, and so does one that is trained here',
  browsers_of_case(0),
  async ({ page }) => {
    await open(page, '/en/');
    const held = panel(page).locator('.held');
    await expect(held.locator('[data-figure="cost_held"] .series path')).toHaveCount(18);
    await held.getByText('As a table').click();
    await unfold(page, 'Equally many parameters, other ratios');
    const medians = async (figure: string, kind: string) =>
      held
        .locator(`[data-figure="${figure}"] [data-path$="${kind}.held.2"]`)
        .evaluateAll((all) => all.map((one) => Number(one.getAttribute('value'))));
    for (const kind of ['gelu', 'relu']) {
      const wider = await medians('cost_held', kind);
      expect(wider).toHaveLength(5);
      expect(wider).toEqual(wider.toSorted((a, b) => a - b));
      expect(await medians('cost_same_parameters', kind)).toHaveLength(4);
    }
    // A square is drawn for each pair that is held: rows of dashes, 3 pixels each.
    const lit = await held
      .locator('[data-figure="cost_maps"] .pair_map_lit')
      .evaluateAll((paths) =>
        paths.map((path) =>
          Array.from((path.getAttribute('d') ?? '').matchAll(/h(\d+)/g)).reduce(
            (sum, [, length]) => sum + Number(length) / 3,
            0,
          ),
        ),
      );
    expect(lit).toEqual(await medians('cost_maps', 'gelu'));
    await held.getByRole('radio', { name: '16', exact: true }).check();
    const before = (await medians('cost_held', 'gelu'))[1]!;
    await held.getByRole('button', { name: 'Train', exact: true }).click();
    await expect(held.getByRole('status')).toContainText(/Training: step \d/);
    const here = held.locator('[data-recipe="cost.held"][data-path="held"]');
    await expect(here).toBeVisible();
    // Another draw: more pairs than half as many units hold, fewer than twice as many.
    const now = Number(await here.getAttribute('value'));
    expect(now / before).toBeGreaterThan(0.6);
    expect(now / before).toBeLessThan(1.7);
  },
);
