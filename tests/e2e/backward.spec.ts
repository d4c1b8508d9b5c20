/**
 * The backward pass: the page shows the core's gradients, and those of a blocked path are exactly
 * 0.
 */
import type { Page } from '@playwright/test';
import type { Lab, Tensor } from 'ffn-lab';
import { lab_of, pass_of, written } from './core.ts';
import { expect, go_to_step, open_panel, test, unfold } from './page_test.ts';
import { smoke_test } from './smoke.ts';

smoke_test('backward');

const panel = (page: Page) => page.locator('#backward');
const gradient = (page: Page, name: string) => panel(page).locator(`[data-gradient="${name}"]`);
const cells = (page: Page, name: string) => gradient(page, name).locator('.cell');

/** Opens the panel and waits until all of its figures are computed. */
async function open(page: Page, hash: string): Promise<Lab> {
  await open_panel(page, `/en/${hash}`, 'backward');
  await panel_computed(page);
  return lab_of(page);
}

async function panel_computed(page: Page): Promise<void> {
  for (const part of [
    'The gradient of every number',
    'A path that is blocked',
    'Are these gradients right?',
  ])
    await unfold(page, part);
  // GPT-2's size takes seconds on a busy machine.
  await expect(panel(page).locator('[data-gradient="grad_x.relu"] .cell').first()).toBeAttached();
  await expect(panel(page).locator('.ladder circle').first()).toBeAttached();
  await expect(panel(page).locator('.checks, .notice').first()).toBeAttached();
  await expect(panel(page).locator('[aria-busy="true"]')).toHaveCount(0);
}

const row = ({ data, shape }: Tensor, token: number) => {
  const width = shape[shape.length - 1] ?? 1;
  return data.subarray(token * width, (token + 1) * width);
};

test('the cells show the gradients of the chosen output, hatched where exactly 0', async ({
  page,
}) => {
  const [token, feature] = [3, 2];
  const lab = await open(page, `#v=2&example=notebook_batch&token=${token}&feature=${feature}`);
  const { ffn, x } = pass_of(lab, 'notebook_batch');
  const grad_output = { data: new Float32Array(80), shape: x.shape };
  grad_output.data[token * 8 + feature] = 1;
  // The chain rule, written out.
  const grad_hidden = row(ffn.weights().w2, feature);
  for (const branch of ['gelu', 'relu'] as const) {
    ffn.activation = branch;
    const { pre_activation } = ffn.trace(x);
    const gradients = ffn.backward(grad_output);
    const slope = lab.activation(branch, row(pre_activation, token)).derivative;
    const expected = {
      [`grad_pre_activation.${branch}`]: Array.from(grad_hidden, (value, unit) =>
        Math.fround(value * (slope[unit] ?? NaN)),
      ),
      [`grad_x.${branch}`]: Array.from(row(gradients.x, token)),
    };
    for (const [name, values] of Object.entries(expected)) {
      await expect(cells(page, name)).toHaveText(values.map((value) => written(value, 'en', 3)));
      await expect(gradient(page, name).locator('.cell_blocked')).toHaveCount(
        values.filter((value) => value === 0).length,
      );
    }
  }
  await expect(cells(page, 'grad_hidden')).toHaveText(
    Array.from(grad_hidden, (value) => written(value, 'en', 3)),
  );
  await expect(
    gradient(page, 'grad_pre_activation.relu').locator('.cell_blocked').first(),
  ).toBeAttached();
  await expect(gradient(page, 'grad_pre_activation.gelu').locator('.cell_blocked')).toHaveCount(0);
});

test('a click or Enter on an output makes it the loss', async ({ page }) => {
  await open(page, '#v=2&example=notebook_batch');
  await cells(page, 'grad_output').nth(5).click();
  await expect(cells(page, 'grad_output').nth(5)).toHaveText('1.000');
  await expect(panel(page).getByRole('radio', { name: 'output[0, 0, 5]' })).toBeChecked();
  await cells(page, 'grad_output').nth(5).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(cells(page, 'grad_output').nth(4)).toHaveText('1.000');
  await expect(page).toHaveURL(/feature=4/);
  await panel(page).getByRole('radio', { name: 'sum of all outputs' }).check();
  await expect(cells(page, 'grad_output')).toHaveText(Array.from({ length: 8 }, () => '1.000'));
  await expect(page).toHaveURL(/loss=sum/);
});

test('a unit with b1 = −2 is blocked under ReLU and not under GELU', async ({ page }) => {
  const lab = await open(page, '#v=2&example=notebook_batch');
  const { ffn, x } = pass_of(lab, 'notebook_batch');
  ffn.activation = 'relu';
  const { dead } = lab.dead_units(ffn.trace(x), { activation: 'relu' });
  const count = panel(page).locator('[data-recipe="backward.blocked"][data-path="relu.count"]');
  await expect(count).toHaveAttribute('value', String(dead.length));
  // A unit chosen here is selected in all steps.
  await cells(page, 'grad_hidden').nth(7).click();
  await go_to_step(page, 'feed_forward');
  await expect(page.locator('[data-tensor-view="pre_activation"] .cell_pinned')).toHaveAttribute(
    'data-cell',
    '7',
  );
  await go_to_step(page, 'backward');
  await unfold(page, 'The gradient of every number');
  const path = (branch: string) => panel(page).locator(`.unit_path .branch_${branch}`);
  await expect(path('relu')).toContainText('grad_w1[7, :]');
  await panel(page).getByRole('button', { name: 'Push it down: b1[7] = −2' }).click();
  await expect(path('relu')).toContainText('Blocked.');
  await expect(path('gelu')).toContainText('Open.');
  await expect(count).toHaveAttribute('value', String(dead.length + 1));
  const of_w1 = (branch: string) => path(branch).locator(`[data-path^="${branch}.grad_w1."].cell`);
  await expect(of_w1('relu')).toHaveText(Array.from({ length: 8 }, () => '0'));
  await expect(path('gelu').locator('.cell_blocked')).toHaveCount(0);
  await expect(path('relu').locator('[data-path="relu.grad_b1"]')).toHaveAttribute(
    'value',
    /^-?0$/,
  );
  await expect(path('gelu').locator('[data-path="gelu.grad_b1"]')).not.toHaveAttribute(
    'value',
    /^-?0$/,
  );
  // The unit stays blocked for any loss.
  await panel(page).getByRole('radio', { name: 'sum of all outputs' }).check();
  await expect(cells(page, 'grad_output').nth(7)).toHaveText('1.000');
  await expect(of_w1('relu')).toHaveText(Array.from({ length: 8 }, () => '0'));
  await panel(page).getByRole('button', { name: 'Restore b1[7]' }).click();
  await expect(path('relu')).not.toContainText('Blocked.');
});

test('the gradients by depth are the core’s, with and without shortcuts', async ({ page }) => {
  const lab = await open(page, '#v=2');
  await expect(panel(page).locator('circle.ladder_marker.ladder_without')).toHaveCount(12 + 1); // one in the legend
  await panel(page).getByRole('slider', { name: 'Blocks: 12' }).fill('5');
  await panel(page).getByRole('radio', { name: 'after each sum (2017)' }).check();
  using rng = lab.RandomState(43);
  const [x, grad_output] = [rng.randn([8, 32]), rng.randn([8, 32])];
  for (const shortcuts of [true, false]) {
    using blocks = lab.BlockStack({
      n_layers: 5,
      d_model: 32,
      n_heads: 4,
      norm: 'post',
      shortcuts,
      seed: 42,
    });
    const { parameter_gradients } = blocks.gradient_by_depth(x, grad_output);
    for (const block of [4, 0]) {
      const name = shortcuts ? 'with_shortcuts' : 'without_shortcuts';
      const shown = panel(page).locator(`.ladder_summary [data-path="${name}.${block}"]`);
      await expect(shown).toHaveAttribute('value', String(parameter_gradients[block]?.rms));
    }
  }
  await expect(panel(page).locator('circle.ladder_marker.ladder_without')).toHaveCount(5 + 1);
  await expect(page).toHaveURL(/depth=5&depth_norm=post/);
});

test('the panel reports that a network is too large for the gradient check', async ({ page }) => {
  await open(page, '#v=2&example=gpt2');
  await expect(panel(page).locator('.notice')).toContainText('too many numbers');
  await expect(panel(page).locator('.unit_path')).toContainText('32 of 768 weights of the row');
});
