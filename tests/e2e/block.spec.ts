import type { Page } from '@playwright/test';
import type { Lab, NormPlacement, Tensor, TransformerBlockTrace } from 'ffn-lab';
import { lab_of, pass_of, written } from './core.ts';
import {
  browsers_of_case,
  expect,
  go_to_step,
  in_both_browsers,
  open_step,
  test,
  unfold_all,
} from './page_test.ts';
import { smoke_test } from './smoke.ts';

smoke_test('block');

/** Opens the step, with its table. */
async function open(page: Page, address: string): Promise<void> {
  await open_step(page, address, 'block');
  await unfold_all(page, 'block');
}

const panel = (page: Page) => page.locator('#block');
const box = (page: Page, name: string) => panel(page).locator(`[data-box="${name}"]`);
const row = (page: Page, name: string) => panel(page).locator(`[data-row="${name}"]`);
const value = (page: Page, recipe: string, path: string) =>
  panel(page).locator(`[data-recipe="block.${recipe}"][data-path="${path}"]`);
const panel_computed = (page: Page) =>
  expect(panel(page).locator('.prose_and_figure[aria-busy="false"]')).toBeVisible();

type Example = Parameters<typeof pass_of>[1];

/** Returns the trace of the block that the page must have run. */
function trace_of(lab: Lab, example: Example, norm: NormPlacement, shortcuts: boolean) {
  const { ffn, x } = pass_of(lab, example);
  const { d_model } = ffn;
  const gpt2 = example === 'gpt2';
  const n_heads = gpt2 ? 12 : 1;
  using attention = lab.Attention({ d_model, n_heads, init: 'pytorch', seed: 44 });
  const initial_norm = {
    scale: { data: new Float32Array(d_model).fill(1), shape: [d_model] },
    shift: { data: new Float32Array(d_model), shape: [d_model] },
  };
  const norms = norm === 'none' ? {} : { norm1: initial_norm, norm2: initial_norm };
  const weights = { ...norms, attention: attention.weights(), feed_forward: ffn.weights() };
  const activation = gpt2 || example === 'chapter' ? 'gelu_tanh' : 'gelu';
  using block = lab.TransformerBlock({ weights, n_heads, norm, shortcuts, activation });
  const sequence = { data: x.data, shape: x.shape.length === 1 ? [1, d_model] : x.shape };
  return { x: sequence, trace: block.trace(sequence) };
}

/** Returns a tensor of a trace by its path, such as `feed_forward.hidden`. */
function tensor_at(path: string, x: Tensor, trace: TransformerBlockTrace): Tensor {
  if (path === 'x') return x;
  return path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], trace) as Tensor;
}

const inside = ['feed_forward.pre_activation', 'feed_forward.hidden', 'feed_forward.output'];
const cases: readonly (readonly [
  Example,
  NormPlacement,
  boolean,
  number,
  string,
  readonly string[],
])[] = [
  [
    'notebook_batch',
    'pre',
    true,
    3,
    'en',
    ['x', 'norm1', 'attention.output', 'h', 'norm2', ...inside, 'output'],
  ],
  ['notebook_batch', 'none', false, 9, 'fr', ['x', 'attention.output', ...inside]],
  [
    'chapter',
    'post',
    true,
    1,
    'vi',
    ['x', 'attention.output', 'sum1', 'norm1', ...inside, 'sum2', 'norm2'],
  ],
  ['gpt2', 'pre', false, 4, 'fr', ['x', 'norm1', 'attention.output', 'norm2', ...inside]],
  ['chapter', 'post', false, 0, 'en', ['x', 'attention.output', 'norm1', ...inside, 'norm2']],
  ['notebook_token', 'none', true, 0, 'vi', ['x', 'attention.output', 'h', ...inside, 'output']],
];

for (const [index, [example, norm, shortcuts, token, language, names]] of cases.entries()) {
  test(
    `${example}, norm ${norm}, shortcuts ${shortcuts} (${language}): every number is the core’s`,
    browsers_of_case(index),
    async ({ page }) => {
      const state = `example=${example}&token=${token}&block_norm=${norm}&block_shortcuts=${Number(shortcuts)}`;
      await open(page, `/${language}/#v=2&${state}&block_box=attention`);
      await panel_computed(page);
      const lab = await lab_of(page);
      const { x, trace } = trace_of(lab, example, norm, shortcuts);
      await expect(panel(page).locator('tbody tr')).toHaveCount(names.length);
      const tokens = x.data.length / x.shape.at(-1)!;
      const rows = await panel(page)
        .locator('tbody tr')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-row')!));
      for (const [position, name] of names.entries()) {
        const shown_box = rows[position]!;
        const title = row(page, shown_box).locator('th');
        await expect(name === 'x' ? title : title.locator('code')).toHaveText(name);
        const tensor = tensor_at(name, x, trace);
        const features = tensor.shape.at(-1)!;
        const one = lab.summarize({
          data: tensor.data.slice(token * features, (token + 1) * features),
          shape: [features],
        });
        const all = lab.summarize(tensor);
        const shown = (of: string, field: string) =>
          row(page, shown_box).locator(`td [data-path="boxes.${shown_box}.${of}.${field}"]`);
        for (const field of ['mean', 'standard_deviation'] as const) {
          await expect(shown(`tokens.${token}`, field)).toHaveAttribute(
            'value',
            String(one[field]),
          );
          await expect(shown(`tokens.${token}`, field)).toHaveText(
            written(one[field], language, 3),
          );
          if (tokens > 1)
            await expect(shown('all', field)).toHaveAttribute('value', String(all[field]));
        }
        const drawn = panel(page).locator(
          `svg [data-path="boxes.${shown_box}.all.standard_deviation"]`,
        );
        await expect(drawn).toHaveAttribute('data-value', String(all.standard_deviation));
        await expect(drawn).toHaveText(written(all.standard_deviation, language, 3));
      }
      const [n_heads = 1, length = 1] = trace.attention!.weights.shape.slice(-3);
      const place =
        (Math.floor(token / length) * n_heads * length + (token % length)) * length +
        (token % length);
      const own = value(page, 'block', `self_attention.${token}`);
      if (tokens > 1)
        await expect(own).toHaveAttribute('value', String(trace.attention!.weights.data[place]));
      else await expect(panel(page).locator('[data-path^="self_attention"]')).toHaveCount(0);
    },
  );
}

test('the network’s share of the block’s parameters is the core’s, for GPT-2 and the example', async ({
  page,
}) => {
  await open(page, '/en/#v=2&example=notebook_batch');
  const lab = await lab_of(page);
  for (const [d_model, d_ff, recipe, path] of [
    [768, 3072, 'gpt2_cost', 'share_of_block'],
    [8, 32, 'block', 'cost.share_of_block'],
  ] as const) {
    await expect(value(page, recipe, path)).toHaveAttribute(
      'value',
      String(lab.feed_forward_cost({ d_model, d_ff }).share_of_block),
    );
  }
});

test('a box and its row are highlighted and chosen together; the address contains the choice', async ({
  page,
}) => {
  await open(page, '/en/#v=2&example=notebook_batch');
  await panel_computed(page);
  await expect(box(page, 'feed_forward')).toHaveAttribute('aria-checked', 'true');
  await row(page, 'norm1').hover();
  await expect(box(page, 'norm1')).toHaveClass(/block_box_linked/);
  await box(page, 'sum2').hover();
  await expect(row(page, 'sum2')).toHaveClass(/block_row_linked/);
  await expect(row(page, 'norm1')).not.toHaveClass(/block_row_linked/);
  await box(page, 'activation').click();
  await expect(row(page, 'activation')).toHaveClass(/block_row_selected/);
  await expect(panel(page).locator('.block_detail')).toContainText(
    'feed_forward.hidden = GELU(feed_forward.pre_activation)',
  );
  await row(page, 'attention').click();
  await expect(box(page, 'attention')).toHaveAttribute('aria-checked', 'true');
  await expect(page).toHaveURL(/&block_box=attention&panel=block$/);
  // A click on the frame of the network chooses the network.
  await panel(page).locator('.block_frame text').click();
  await expect(box(page, 'feed_forward')).toHaveAttribute('aria-checked', 'true');
});

test(
  'arrow keys move from box to box; links lead to the panels',
  in_both_browsers,
  async ({ page }) => {
    await open(page, '/en/#v=2&example=notebook_batch&block_box=w1');
    await panel_computed(page);
    await panel(page).getByRole('radio', { name: 'off', exact: true }).focus();
    await page.keyboard.press('Tab');
    await expect(box(page, 'w1')).toBeFocused();
    await expect(row(page, 'w1')).toHaveClass(/block_row_linked/);
    await page.keyboard.press('ArrowRight');
    await expect(box(page, 'activation')).toBeFocused();
    await expect(box(page, 'activation')).toHaveAttribute('aria-checked', 'true');
    await page.keyboard.press('Home');
    await expect(box(page, 'x')).toBeFocused();
    await page.keyboard.press('End');
    await expect(box(page, 'sum2')).toHaveAttribute('aria-checked', 'true');
    // In the table arrow keys only move the focus; Enter chooses.
    await row(page, 'sum2').getByRole('button').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(row(page, 'activation').getByRole('button')).toBeFocused();
    await expect(box(page, 'activation')).toHaveClass(/block_box_linked/);
    await expect(box(page, 'sum2')).toHaveAttribute('aria-checked', 'true');
    await page.keyboard.press('Enter');
    await expect(box(page, 'activation')).toHaveAttribute('aria-checked', 'true');
    await panel(page).getByRole('link', { name: 'Why a curve in the middle?' }).press('Enter');
    await expect(page.locator('#activation h2')).toBeFocused();
  },
);

test('the address contains the switches; the other boxes do not move', async ({ page }) => {
  await open(page, '/en/#v=2&example=notebook_batch&block_box=sum1');
  await panel_computed(page);
  const place = () => box(page, 'activation').locator('.block_shape').getAttribute('d');
  const before = await place();
  await panel(page).getByRole('radio', { name: 'off', exact: true }).check();
  await panel(page).getByRole('radio', { name: 'after each sum (2017)' }).check();
  await expect(box(page, 'sum1')).toHaveCount(0);
  await expect(panel(page).locator('tbody tr').last()).toHaveAttribute('data-row', 'norm2');
  expect(await place()).toBe(before);
  // When the chosen box is removed, the network is chosen.
  await expect(box(page, 'feed_forward')).toHaveAttribute('aria-checked', 'true');
  await expect(page).toHaveURL(/&block_norm=post&block_shortcuts=0&block_box=sum1&panel=block$/);
  await page.reload();
  await panel_computed(page);
  await unfold_all(page, 'block');
  await expect(panel(page).getByRole('radio', { name: 'off', exact: true })).toBeChecked();
  await expect(panel(page).locator('tbody tr')).toHaveCount(7);
  await panel(page).getByRole('radio', { name: 'on', exact: true }).check();
  await expect(box(page, 'sum1')).toHaveAttribute('aria-checked', 'true');
});

test('the table shows the token of the other panels; a button leads from one token to several', async ({
  page,
}) => {
  await open(page, '/en/#v=2&example=notebook_token');
  await panel_computed(page);
  await expect(panel(page).getByRole('columnheader', { name: 'The token' })).toBeVisible();
  await panel(page).getByRole('button', { name: '2 × 5 tokens, seed 42' }).click();
  await panel(page).getByRole('button', { name: 'Next token' }).click();
  await expect(panel(page).getByRole('columnheader', { name: 'Token [0, 1]' })).toBeVisible();
  await go_to_step(page, 'feed_forward');
  await expect(page.locator('#feed_forward .token_choice select')).toHaveValue('1');
});

test('the diagram is vertical on a narrow page', in_both_browsers, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, '/vi/#v=2&example=notebook_batch');
  await panel_computed(page);
  const top = async (name: string) => (await box(page, name).boundingBox())!.y;
  expect(await top('attention')).toBeGreaterThan(await top('norm1'));
  expect(await top('feed_forward')).toBeGreaterThan(await top('w1'));
  await page.setViewportSize({ width: 1440, height: 800 });
  await expect.poll(async () => (await top('attention')) - (await top('norm1'))).toBeLessThan(5);
});
