import type { Page } from '@playwright/test';
import { lab_of, pass_of } from './core.ts';
import { browsers_of_case, expect, open_step, test } from './page_test.ts';
import { smoke_test } from './smoke.ts';

smoke_test('dropout');

const open = (page: Page, address: string) => open_step(page, address, 'dropout');

const panel = (page: Page) => page.locator('#dropout');
const fields = ['mean', 'mean_error', 'variance', 'variance_error'] as const;

const cases = [
  ['notebook_batch', 'gelu', 0.5, 'hidden', 1000, 3, 2],
  ['gpt2', 'gelu_tanh', 0.1, 'hidden', 10, 0, 767],
  ['chapter', 'gelu_tanh', 0.3, 'output', 100, 1, 0],
] as const;

for (const [
  index,
  [example, gelu, dropout, placement, passes, token, feature],
] of cases.entries()) {
  test(
    `${example}, p = ${dropout} on the ${placement}: mean, variance and theory are the core’s`,
    browsers_of_case(index),
    async ({ page }) => {
      await open(
        page,
        `/en/#v=2&example=${example}&token=${token}&feature=${feature}&dropout=${dropout}&dropout_placement=${placement}&dropout_passes=${passes}`,
      );
      const lab = await lab_of(page);
      const { ffn, x } = pass_of(lab, example);
      using dropped = lab.FeedForward({
        weights: ffn.weights(),
        activation: gelu,
        dropout,
        dropout_placement: placement,
      });
      const { d_model } = dropped;
      const row = {
        data: x.data.slice(token * d_model, (token + 1) * d_model),
        shape: [1, d_model],
      };
      const expected = lab.dropout_statistics(dropped, row, {
        passes,
        seed: 11,
        token: 0,
        feature,
      });
      const shown = (field: string) => panel(page).locator(`[data-path="${field}"]`);
      for (const field of fields)
        await expect(shown(field)).toHaveAttribute('value', String(expected[field].data[feature]));
      await expect(shown('theory_variance')).toHaveAttribute(
        'value',
        String(expected.theory_variance.data[feature]),
      );
      await expect(shown('evaluation')).toHaveAttribute(
        'value',
        String(expected.evaluation.data[feature]),
      );
      const units = placement === 'hidden' ? dropped.d_ff : d_model;
      await expect(panel(page).locator('.mask > *')).toHaveCount(Math.min(128, units));
      using rng = lab.RandomState(11);
      const mask = dropped.trace(row, { dropout_rng: rng }).mask!;
      await expect(panel(page).locator('[data-path="mask.dropped"]')).toHaveAttribute(
        'value',
        String(lab.sparsity(mask).zero),
      );
    },
  );
}

test('p = 0 drops nothing and the variance is 0; a guess about the mean is judged', async ({
  page,
}) => {
  await open(page, '/en/#v=2&example=notebook_batch');
  await panel(page).getByRole('radio', { name: 'it stays', exact: true }).check();
  await panel(page).getByRole('button', { name: 'Check' }).click();
  await expect(panel(page).locator('.prediction_verdict')).toContainText('Right.');
  await panel(page).getByRole('radio', { name: '0', exact: true }).check();
  await expect(panel(page)).toContainText('With p = 0 nothing is dropped');
  await expect(panel(page).locator('[data-path="variance"]').first()).toHaveText('0');
});

test('the table keeps the run before, if it was about the same output', async ({ page }) => {
  await open(page, '/en/#v=2&example=notebook_batch&dropout=0.5&dropout_passes=10');
  const number = (nth: number) => panel(page).locator('[data-path="mean_error"]').nth(nth);
  await expect(number(0)).toBeVisible();
  const of_ten = await number(0).getAttribute('value');
  const head = panel(page).getByRole('columnheader', { name: 'before:' });
  await expect(head).toHaveCount(0);
  await panel(page).getByRole('radio', { name: '1000', exact: true }).check();
  await expect(head).toHaveText('before: 10 passes, p = 0.5, hidden units');
  await expect(number(1)).toHaveAttribute('value', of_ten!);
  await expect(number(0)).not.toHaveAttribute('value', of_ten!);
  await panel(page).getByRole('textbox', { name: 'Feature of the output' }).fill('5');
  await expect(panel(page)).toContainText('output[0, 0, 5]');
  await expect(head).toHaveCount(0);
});

test('a feature out of range is explained', async ({ page }) => {
  await open(page, '/en/#v=2&example=notebook_batch');
  const field = panel(page).getByRole('textbox', { name: 'Feature of the output' });
  await field.fill('8');
  await expect(panel(page).locator('.field_error')).toHaveText(
    '“8” is outside the range from 0 to 7.',
  );
  await field.fill('7');
  await expect(panel(page)).toContainText('output[0, 0, 7]');
});

test('many passes of a large network show their progress and can be stopped or replaced by another request', async ({
  page,
}) => {
  await open(page, '/en/#v=2&example=gpt2&dropout=0.5&dropout_passes=10');
  const mean = panel(page).locator('[data-path="mean"]');
  const of_ten = await mean.getAttribute('value');
  await panel(page).getByRole('radio', { name: '1000', exact: true }).check();
  const bar = panel(page).getByRole('progressbar', { name: 'Passes done' });
  await expect(bar).toBeVisible();
  await panel(page).getByRole('button', { name: 'Stop' }).click();
  await expect(
    panel(page).getByRole('status').filter({ hasText: 'Stopped before the last pass' }),
  ).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(mean).toHaveAttribute('value', of_ten!);
  await expect(panel(page).locator('caption')).toContainText('over 10 passes');
  await panel(page).getByRole('button', { name: 'Run it again' }).click();
  await expect(bar).toBeVisible();
  // A new choice replaces the run in progress.
  await panel(page).getByRole('radio', { name: '100', exact: true }).check();
  await expect(panel(page).locator('caption')).toContainText('over 100 passes');
  await expect(panel(page).getByText('Stopped before')).toHaveCount(0);
});
