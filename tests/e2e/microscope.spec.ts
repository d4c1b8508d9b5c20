/**
 * The forward pass in detail: the chain with its slider, the products of one number, edited
 * numbers, the pass step by step.
 */
import type { Page } from '@playwright/test';
import type { FeedForward, Lab, Tensor } from 'ffn-lab';
import { lab_of, pass_of, written } from './core.ts';
import { expect, numbers_computed, open_step, show_relu, test, unfold_all } from './page_test.ts';

async function open(page: Page, address: string): Promise<void> {
  await open_step(page, address, 'feed_forward');
  await unfold_all(page, 'feed_forward');
  await numbers_computed(page);
}

const cells = (page: Page, name: string) =>
  page.locator(`[data-tensor-view="${name}"] [role="option"]`);

/** Expects the values of a tensor in its cells. */
async function expect_cells(page: Page, name: string, values: ArrayLike<number>): Promise<void> {
  await expect(cells(page, name)).toHaveText(
    Array.from(values, (value) => written(value, 'en', 3)),
  );
}

/** Returns a copy of a network and its input that the test may change. */
const copy_of = (lab: Lab, { ffn, x }: { ffn: FeedForward; x: Tensor }) => ({
  ffn: lab.FeedForward({ weights: ffn.weights(), activation: 'gelu' }),
  x: { data: x.data.slice(), shape: x.shape },
});

test('the slider of the chain changes one number of the input, and the cells show the result', async ({
  page,
}) => {
  await open(page, '/en/#v=2&example=notebook_token');
  const { ffn, x } = copy_of(await lab_of(page), pass_of(await lab_of(page), 'notebook_token'));
  const slider = page.getByRole('slider', { name: 'x[0]' });
  await slider.fill('1.25');
  x.data[0] = 1.25;
  await expect(page.locator('.chain text[data-path^="tensors.output_gelu."]')).toHaveText(
    Array.from(ffn.forward(x).data, (y) => written(y, 'en', 3)),
  );
  await expect(page).toHaveURL(/#v=2&example=notebook_token&edits=x\.0:1\.25&panel=feed_forward$/);
  await expect_cells(page, 'output.gelu', ffn.forward(x).data);
  await page.reload();
  await expect_cells(page, 'output.gelu', ffn.forward(x).data);
  // The page reports the edited number.
  await expect(page.locator('.edit_notice')).toContainText('1');
  // Puts the first number back also while another one is at the slider.
  await page.locator('.chain_figure .chain').click({ position: { x: 20, y: 22 + 3 * 16 + 8 } });
  await expect(page.getByRole('slider', { name: 'x[3]' })).toBeVisible();
  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect(page).toHaveURL(/\/en\/#v=2&example=notebook_token&panel=feed_forward$/);
  await expect_cells(page, 'x', pass_of(await lab_of(page), 'notebook_token').x.data);
  ffn.dispose();
});

test('the table of products of a number has the core’s terms and sum', async ({ page }) => {
  await open(page, '/en/#v=2&example=notebook_batch&token=7');
  const { ffn, x } = pass_of(await lab_of(page), 'notebook_batch');
  const lab = await lab_of(page);
  await show_relu(page);
  await cells(page, 'output.relu').nth(3).click();
  ffn.activation = 'relu';
  const trace = lab.trace_dot(ffn, ffn.trace(x).hidden_dropped, {
    layer: 'linear2',
    token: 7,
    feature: 3,
  });
  const table = page.locator('.trace_table');
  await expect(table.locator('caption')).toHaveText('What output[1, 2, 3] is made of');
  await expect(table.locator('data[data-path="sum"]')).toHaveAttribute('value', String(trace.sum));
  await expect(table.locator('data[data-path="computed"]')).toHaveAttribute(
    'value',
    String(trace.computed),
  );
  await page.getByRole('button', { name: 'All 32 products' }).click();
  const products = table.locator('data[data-path^="terms."]');
  await expect(products).toHaveCount(32);
  const shown = await products.evaluateAll((all) =>
    all.map(
      (one) => [(one as HTMLElement).dataset.path, Number(one.getAttribute('value'))] as const,
    ),
  );
  const sorted = Array.from(trace.terms, (term, k) => [`terms.${k}`, term] as const).sort(
    (a, b) => Math.abs(b[1]) - Math.abs(a[1]),
  );
  expect(shown.map(([, term]) => Math.abs(term))).toEqual(sorted.map(([, term]) => Math.abs(term)));
  for (const [name, term] of shown)
    expect([name, term]).toEqual(sorted.find(([other]) => other === name));
  await expect(page.locator('.inspector .inspector_equation')).toContainText('output[1, 2, 3] = ');
});

test('a weight can be edited, with a decimal comma, and restored', async ({ page }) => {
  await open(page, '/en/#v=2&example=chapter');
  const lab = await lab_of(page);
  const original = pass_of(lab, 'chapter');
  const { ffn, x } = copy_of(lab, original);
  ffn.activation = 'gelu_tanh';
  await cells(page, 'pre_activation').nth(2).click();
  await page.locator('.trace_table button', { hasText: 'Change w1[2, 3]' }).click();
  const field = page.getByRole('textbox', { name: 'Change w1[2, 3]' });
  // The field is below its number and has the focus, with its text selected.
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport({ ratio: 1 });
  await page.keyboard.type('-1,5');
  const { w1 } = ffn.weights();
  w1.data[2 * 4 + 3] = -1.5;
  ffn.set_weights({ w1 });
  const pass = ffn.trace(x);
  await expect_cells(page, 'pre_activation', pass.pre_activation.data.slice(0, 8));
  await expect_cells(page, 'output.gelu', pass.output.data.slice(0, 4));
  await expect(page).toHaveURL(/edits=w1\.11:-1\.5/);
  await field.fill('much');
  await expect(page.locator('.number_editor .field_error')).toContainText('“much”');
  await expect_cells(page, 'output.gelu', pass.output.data.slice(0, 4));
  await field.fill('1001');
  await expect(page.locator('.number_editor .field_error')).toContainText('1000');
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(page.locator('.trace_table button', { hasText: 'Change w1[2, 3]' })).toBeFocused();
  await page.getByRole('button', { name: 'Reset all' }).click();
  original.ffn.activation = 'gelu_tanh';
  await expect_cells(page, 'output.gelu', original.ffn.forward(x).data.slice(0, 4));
  ffn.dispose();
});

test('edited weights of a large network give the core’s numbers', async ({ page }) => {
  await page.goto('/en/#v=2&example=gpt2&edits=w1.767:2,b2.1:-3&panel=feed_forward');
  await expect(page.locator('[data-tensor-view="output.gelu"]')).toBeVisible();
  const lab = await lab_of(page);
  const { ffn, x } = copy_of(lab, pass_of(lab, 'gpt2'));
  ffn.activation = 'gelu_tanh';
  const { w1, b2 } = ffn.weights();
  w1.data[767] = 2;
  b2!.data[1] = -3;
  ffn.set_weights({ w1, b2: b2! });
  const { output, pre_activation } = ffn.trace(x);
  await expect_cells(page, 'output.gelu', output.data.slice(0, 32));
  await expect_cells(page, 'pre_activation', pre_activation.data.slice(0, 32));
  ffn.dispose();
});

test('the stepper shows the pass stage by stage, in slow motion and by its slider', async ({
  page,
}) => {
  await open(page, '/en/#v=2&example=notebook_token');
  const text = page.locator('.stepper_text');
  await page.getByRole('button', { name: 'Next ›' }).click();
  await expect(text).toContainText('Input.');
  await expect(
    page.locator('#feed_forward .stage_pending:not(.legend_stage, .chain *)'),
  ).toHaveCount(6);
  await expect(page.locator('#feed_forward .chain .stage_pending')).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Next ›' }).click();
  await expect(text).toContainText('First layer.');
  await expect(page).toHaveURL(/#v=2&example=notebook_token&stage=linear1&panel=feed_forward$/);
  await page.getByRole('button', { name: 'slow motion' }).click();
  await page.getByRole('button', { name: '‹ Back' }).click();
  await expect(page.locator('[data-tensor-view="pre_activation"] .cell_blank')).toHaveText(
    Array.from({ length: 32 - 8 }, () => ''),
  );
  // Nor does the strip of colours show what is not computed yet.
  const colours = () =>
    page
      .locator('[data-tensor-view="pre_activation"] canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas;
        const copy = new OffscreenCanvas(width, height).getContext('2d')!;
        copy.drawImage(canvas, 0, 0);
        const { data } = copy.getImageData(0, Math.floor(height / 2), width, 1);
        const pixel = (cell: number) => 4 * Math.floor(((cell + 0.5) * width) / 32);
        return new Set(
          Array.from({ length: 24 }, (_, cell) =>
            data.subarray(pixel(8 + cell), pixel(8 + cell) + 4).join(),
          ),
        ).size;
      });
  expect(await colours()).toBe(1);
  await expect(page.locator('.inspector .inspector_equation')).toContainText(
    'pre_activation[7] = ',
  );
  await page.getByRole('slider', { name: 'Position in the pass' }).press('End');
  await expect(text).toContainText('Shortcut.');
  await expect(page.locator('#feed_forward .stage_pending:not(.legend_stage)')).toHaveCount(0);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(text).toContainText('Input.');
  await expect(page.locator('[data-tensor-view="pre_activation"] .cell_blank')).toHaveCount(31);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(text).toContainText('The whole pass.');
  await expect(
    page.locator('#feed_forward :is(.stage_pending, .cell_blank):not(.legend_sample *)'),
  ).toHaveCount(0);
  expect(await colours()).toBeGreaterThan(8);
});

test('the shortcut table shows the sum of input and output', async ({ page }) => {
  await open(page, '/en/#v=2&example=notebook_token');
  const lab = await lab_of(page);
  const { ffn, x } = pass_of(lab, 'notebook_token');
  const options = { feed_forward_only: true, norm: 'none', activation: 'gelu' } as const;
  const block = lab.TransformerBlock({ weights: { feed_forward: ffn.weights() }, ...options });
  const sum = block.forward({ data: x.data, shape: [1, 8] }).data;
  await expect(page.locator('.shortcut_table .row_of_sums td')).toHaveText(
    Array.from(sum, (value) => written(value, 'en', 3)),
  );
  block.dispose();
});

test('a number that a finger chooses in the figure is taken apart below it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/en/#v=2&example=notebook_token');
  const step = page.locator('#feed_forward');
  const figure = step.locator('.chain').first();
  const equation = step.locator('.chain_number_chosen');
  await expect(equation).toContainText('here stands how it is computed');
  const tap = (place: 'output' | 'unit') =>
    figure.evaluate((element, chosen) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { right, bottom, left, width, top, height } = element.getBoundingClientRect();
      const at =
        chosen === 'output'
          ? { clientX: right - 12, clientY: bottom - 8 }
          : { clientX: left + width / 2, clientY: top + height / 2 };
      element.dispatchEvent(
        new PointerEvent('pointerup', { ...at, pointerType: 'touch', bubbles: true }),
      );
    }, place);
  await tap('output');
  await expect(equation).toContainText(/^output\[7\] = .* = /);
  await expect(equation).toBeInViewport({ ratio: 1 });
  await expect(figure.locator('.chain_chosen')).toHaveCount(2);
  await tap('unit');
  await expect(equation).toContainText(/^pre_activation\[\d+\] = .* = /);
});
