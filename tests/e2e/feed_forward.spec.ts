import type { Page } from '@playwright/test';
import { lab_of, pass_of, tensor_path, tensors_of, written } from './core.ts';
import {
  browsers_of_case,
  expect,
  in_both_browsers,
  numbers_computed,
  open_step,
  show_relu,
  test,
  unfold_all,
} from './page_test.ts';
import { smoke_test } from './smoke.ts';

smoke_test('feed_forward');

async function open(page: Page, address: string): Promise<void> {
  await open_step(page, address, 'feed_forward');
  await unfold_all(page, 'feed_forward');
  await numbers_computed(page);
}

interface ShownCell {
  /** Path of the tensor. */
  readonly tensor: string;
  readonly index: number;
  readonly text: string;
}

function shown_cells(page: Page): Promise<ShownCell[]> {
  return page.locator('[role="option"]').evaluateAll((cells) =>
    cells.map((cell) => {
      const [, tensor = '', index] =
        /^(.*)\.(\d+)$/.exec(cell.getAttribute('data-path') ?? '') ?? [];
      return { tensor, index: Number(index), text: cell.textContent ?? '' };
    }),
  );
}

const cases = [
  { example: 'notebook_token', gelu: 'gelu', language: 'en', tokens: [0] },
  { example: 'notebook_batch', gelu: 'gelu', language: 'fr', tokens: [0, 4, 5, 9] },
  { example: 'chapter', gelu: 'gelu_tanh', language: 'vi', tokens: [0, 1] },
  { example: 'gpt2', gelu: 'gelu_tanh', language: 'en', tokens: [0, 9] },
] as const;

for (const [index, { example, gelu, language, tokens }] of cases.entries()) {
  test(
    `${example} (${language}): every cell, statistic and size is the core’s`,
    browsers_of_case(index),
    async ({ page }) => {
      await open(page, `/${language}/#v=2&example=${example}`);
      const lab = await lab_of(page);
      const pass = pass_of(lab, example);
      const expected = tensors_of(pass, gelu);
      for (const [name, tensor] of Object.entries(expected)) {
        const summary = lab.summarize(tensor);
        const shown = (field: string) =>
          page.locator(
            `.statistics [data-recipe="forward.pass"][data-path="summaries.${name.replace('.', '_')}.${field}"]`,
          );
        for (const field of ['mean', 'standard_deviation'] as const) {
          expect(Math.abs(summary[field])).toBeGreaterThan(1e-3); // smaller values are shown as powers of ten
          await expect(shown(field)).toHaveText(written(summary[field], language, 6));
        }
        await expect(shown('negative_share')).toHaveText(
          written(summary.negative_share, language, 1, 'percent'),
        );
      }
      const difference = lab.mean_absolute_difference(
        expected['output.gelu']!,
        expected['output.relu']!,
      );
      await expect(page.locator('.statistics_difference .number')).toHaveText(
        written(difference, language, 6),
      );
      for (const field of ['d_model', 'd_ff', 'parameter_count'] as const) {
        await expect(page.locator(`.facts [data-path="${field}"]`)).toHaveAttribute(
          'value',
          String(pass.ffn[field]),
        );
      }

      for (const token of tokens) {
        if (tokens.length > 1)
          await page.locator('.token_choice select').selectOption(String(token));
        const cells = await shown_cells(page);
        for (const [name, { data, shape }] of Object.entries(expected)) {
          const features = shape.at(-1) ?? 0;
          const of_tensor = cells.filter((cell) => cell.tensor === tensor_path(name));
          expect(of_tensor.map(({ index }) => index)).toEqual(
            Array.from({ length: Math.min(32, features) }, (_, f) => token * features + f),
          );
          expect(of_tensor.map(({ text }) => text)).toEqual(
            of_tensor.map(({ index }) => written(data[index]!, language, 3)),
          );
          await expect(page.locator(`[data-tensor-view="${name}"] .tensor_shape`)).toHaveText(
            shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`,
          );
        }
      }
    },
  );
}

test('the worked example gives .421 .415 .425 .411, not the values that its source prints', async ({
  page,
}) => {
  await open(page, '/en/#v=2&example=chapter');
  const output = page.locator('[data-tensor-view="output.gelu"] [role="option"]');
  await expect(output).toHaveText(['0.421', '0.415', '0.425', '0.411']);
  await expect(page.locator('#feed_forward .note').getByRole('link')).toHaveText(
    'Corrections to our sources',
  );
  await expect(page.getByRole('radio', { name: 'tanh', exact: true })).toBeChecked();
});

test('GPT-2 size: all tensors of a width show the same range of features', async ({ page }) => {
  await open(page, '/en/#v=2&example=gpt2&token=3');
  await show_relu(page);
  const lab = await lab_of(page);
  const expected = tensors_of(pass_of(lab, 'gpt2'), 'gelu_tanh');
  const next = page
    .locator('[data-tensor-view="pre_activation"]')
    .getByRole('button', { name: 'Next 32 features' });
  await next.click();
  for (const name of ['pre_activation', 'hidden.gelu', 'hidden.relu']) {
    const data = expected[name]!.data.subarray(3 * 3072 + 32, 3 * 3072 + 64);
    await expect(page.locator(`[data-tensor-view="${name}"] [role="option"]`)).toHaveText(
      Array.from(data, (value) => written(value, 'en', 3)),
    );
  }
  // A click on the heat map shows the last feature of the last token.
  const map = page.locator('[data-tensor-view="pre_activation"] canvas');
  await map.scrollIntoViewIfNeeded();
  const box = (await map.boundingBox())!;
  await page.mouse.click(box.x + box.width - 1, box.y + box.height - 1);
  await expect(page.locator('.token_choice select')).toHaveValue('9');
  await expect(
    page.locator('[data-tensor-view="pre_activation"] [role="option"]').last(),
  ).toHaveAttribute('data-path', `tensors.pre_activation.${10 * 3072 - 1}`);
  await expect(page.locator('[data-tensor-view="hidden.gelu"] .window_buttons')).toContainText(
    '3040–3071 of 3072',
  );
});

test('choosing another form of GELU changes neither ReLU nor the weights', async ({ page }) => {
  await open(page, '/en/#v=2&example=notebook_token');
  await show_relu(page);
  const lab = await lab_of(page);
  const relu = await page
    .locator('[data-tensor-view="hidden.relu"] [role="option"]')
    .allTextContents();
  await page.getByRole('radio', { name: 'tanh', exact: true }).check();
  await expect(page.locator('.branch_gelu .branch_title')).toHaveText('GELU (tanh form)');
  const expected = tensors_of(pass_of(lab, 'notebook_token'), 'gelu_tanh')['output.gelu']!;
  await page.locator('[data-tensor-view="output.gelu"] [role="option"]').first().click();
  const full = page.locator('.inspector [data-path^="tensors.output_gelu."]');
  await expect(full).toHaveAttribute('value', String(expected.data[0]));
  expect(
    await page.locator('[data-tensor-view="hidden.relu"] [role="option"]').allTextContents(),
  ).toEqual(relu);
});

test(
  'a clicked cell is shown in full and highlighted in the other tensors',
  in_both_browsers,
  async ({ page }) => {
    await open(page, '/en/#v=2&example=notebook_batch&token=3');
    await show_relu(page);
    const cell = page.locator('[data-tensor-view="hidden.gelu"] [data-cell="11"]');
    await cell.click();
    await page.mouse.move(0, 0);
    await expect(page.locator('.inspector')).toContainText('hidden[0, 3, 11]');
    await expect(page.locator('.inspector')).toContainText('pre_activation[0, 3, 11]');
    for (const name of ['pre_activation', 'hidden.gelu', 'hidden.relu']) {
      await expect(page.locator(`[data-tensor-view="${name}"] [data-cell="11"]`)).toHaveClass(
        /cell_linked/,
      );
    }
    const value = await page
      .locator('.inspector [data-path^="tensors.pre_activation."]')
      .getAttribute('value');
    const link = page.getByRole('link', { name: 'Show on the curves' });
    const text_middle = await link.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      return (text.top + text.bottom - box.top - box.bottom) / 2;
    });
    expect(Math.abs(text_middle)).toBeLessThanOrEqual(1);
    await link.click();
    await expect(page.locator('#activation .linked_plots')).toHaveAttribute(
      'aria-valuenow',
      value!,
    );
    await expect(page.locator('#activation .plot_value')).toBeInViewport({ ratio: 0.9 });
  },
);

test('the mark of the stage that is computed does not cross the strip at the bottom', async ({
  page,
}) => {
  await open(page, '/en/#v=2&example=notebook_batch&stage=activation');
  await page.locator('[data-tensor-view="hidden.gelu"] [data-cell="2"]').click();
  const strip = page.locator('.inspector');
  // The block of the stage lies behind the strip.
  await page.locator('.branch_gelu .stage_now').evaluate((block) => {
    scrollBy({ top: block.getBoundingClientRect().bottom - innerHeight - 20, behavior: 'instant' });
  });
  const { x, y, height } = (await strip.boundingBox())!;
  const beside = () =>
    page.screenshot({ clip: { x: x - 12, y: y + 1, width: 12, height: height - 2 } });
  const marked = await beside();
  await page
    .locator('.branch_gelu .stage_now')
    .evaluate((block) => block.classList.remove('stage_now'));
  expect((await beside()).equals(marked)).toBe(true);
});

test('the buttons beside a name stay in place whatever its length', async ({ page }) => {
  const place = async (step: string, name: string | RegExp) => {
    const box = await page.locator(`#${step}`).getByRole('button', { name }).first().boundingBox();
    return box?.x;
  };
  for (const [step, example, name] of [
    ['independence', 'facts', 'Next token'],
    ['block', 'facts', 'Next token'],
    ['feed_forward', 'gpt2', /^Next \d+ features/],
  ] as const) {
    await open_step(page, `/en/#v=2&example=${example}`, step);
    const before = await place(step, name);
    for (let click = 0; click < 3; click++) {
      await page.locator(`#${step}`).getByRole('button', { name }).first().click();
      expect.soft(await place(step, name), step).toBe(before);
    }
  }
});
