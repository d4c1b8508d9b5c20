import type { Page } from '@playwright/test';
import { lab_of, pass_of, tensor_path, tensors_of } from './core.ts';
import { bits, intercept_downloads, csv_of, figure, file_of, json_of } from './downloads.ts';
import {
  browsers_of_case,
  expect,
  go_to_step,
  open_all,
  open_panel,
  open_step,
  show_relu,
  test,
} from './page_test.ts';

test.beforeEach(({ page }) => intercept_downloads(page));

const tensors_by_figure = {
  x: 'x',
  pre_activation: 'pre_activation',
  hidden_gelu: 'hidden.gelu',
  hidden_relu: 'hidden.relu',
  output_gelu: 'output.gelu',
  output_relu: 'output.relu',
} as const;

for (const [index, [language, example, gelu]] of [
  ['vi', 'notebook_batch', 'gelu'] as const,
  ['fr', 'gpt2', 'gelu_tanh'] as const,
].entries()) {
  test(
    `${example} (${language}): CSV and JSON of each tensor have the core’s bits`,
    browsers_of_case(index),
    async ({ page }) => {
      await open_step(page, `/${language}/#v=2&example=${example}`, 'feed_forward');
      await show_relu(page);
      const lab = await lab_of(page);
      const expected = tensors_of(pass_of(lab, example), gelu);
      for (const [name, tensor] of Object.entries(tensors_by_figure)) {
        const { data, shape } = expected[tensor]!;
        const { names, rows } = await csv_of(page, name);
        expect(names).toEqual(
          Array.from(
            { length: shape.at(-1)! },
            (_, feature) => `${tensor.split('.')[0]}_${feature}`,
          ),
        );
        expect(bits(rows.flat().map(Number))).toEqual(bits(data));
        const json = await json_of(page, name);
        const { version, variant, build } = lab.info();
        expect(json).toMatchObject({
          figure: name,
          version,
          variant,
          build,
          call: 'forward.pass',
          // The address leaves out the example that the page begins with.
          address:
            example === 'notebook_batch'
              ? '#v=2&panel=feed_forward'
              : `#v=2&example=${example}&panel=feed_forward`,
        });
        expect(json.arguments).toEqual({ example, gelu, edits: [] });
        expect(json.tensors).toHaveLength(1);
        expect({ ...json.tensors[0], data: bits(json.tensors[0]!.data) }).toEqual({
          tensor: tensor_path(tensor),
          shape,
          data: bits(data),
        });
      }
    },
  );
}

test('an exported input can be pasted as input', async ({ page }) => {
  await open_step(page, '/en/#v=2&example=gpt2', 'feed_forward');
  const text = (await file_of(page, 'x', 'csv')).toString();
  const { x } = pass_of(await lab_of(page), 'gpt2');
  await page.getByRole('radio', { name: 'My own matrix' }).check();
  await page.locator('.pasted textarea').fill(text);
  await expect(page.locator('[data-tensor-view="x"] .tensor_shape')).toHaveText('(10, 768)');
  expect((await file_of(page, 'x', 'csv')).toString()).toBe(text);
  const { tensors, arguments: call_arguments } = await json_of(page, 'x');
  expect(bits(tensors[0]!.data)).toEqual(bits(x.data));
  const { pasted } = call_arguments as { pasted: { data: number[]; shape: number[] } };
  expect({ ...pasted, data: bits(pasted.data) }).toEqual({ shape: [10, 768], data: bits(x.data) });
});

test('the curves are exported as x and each activation with its derivative', async ({ page }) => {
  await open_panel(page, '/fr/#v=2&zoom=1', 'activation');
  const lab = await lab_of(page);
  const { names, rows } = await csv_of(page, 'activation_curves');
  const column = (name: string) => rows.map((row) => Number(row[names.indexOf(name)]));
  const x = Float32Array.from(column('x'));
  expect([x[0], x.at(-1)]).toEqual([-3, 0]);
  const json = await json_of(page, 'activation_curves');
  expect(json.arguments).toEqual({ zoom: true });
  expect(bits(json.tensors.find(({ tensor }) => tensor === 'x')!.data)).toEqual(bits(x));
  for (const kind of ['relu', 'gelu', 'gelu_tanh'] as const) {
    const expected = lab.activation(kind, x);
    for (const part of ['value', 'derivative'] as const) {
      expect(bits(column(`${kind}.${part}`))).toEqual(bits(expected[part]));
      expect(bits(json.tensors.find(({ tensor }) => tensor === `${kind}.${part}`)!.data)).toEqual(
        bits(expected[part]),
      );
    }
  }
});

test('the histograms are described in a text and exported as a table and as CSV', async ({
  page,
}) => {
  await open_step(page, '/en/#v=2&example=notebook_batch&brush=-0.5~0', 'hidden');
  const host = figure(page, 'hidden_histograms');
  const lab = await lab_of(page);
  const tensors = tensors_of(pass_of(lab, 'notebook_batch'), 'gelu');
  const { edges } = lab.histogram(tensors.pre_activation!, { bins: 48, range: 'edge_at_zero' });
  const names = ['pre_activation', 'hidden.gelu', 'hidden.relu'] as const;
  const expected = Object.fromEntries(
    names.map((name) => [
      name,
      lab.histogram(tensors[name]!, { bins: 48, range: [edges[0]!, edges[48]!] }).counts,
    ]),
  );
  await expect(page.locator(`[id="${await host.getAttribute('aria-describedby')}"]`)).toContainText(
    '320 values, in bins from',
  );
  for (const name of names) {
    const counts = expected[name]!;
    const most = Math.max(...counts);
    const fullest = counts.indexOf(most);
    const words = (path: string) =>
      host.locator(
        `[data-recipe="hidden.histograms"][data-path="all.${name.replace('.', '_')}.${path}"]`,
      );
    await expect(words(`counts.${fullest}`)).toHaveAttribute('value', String(most));
    await expect(words(`edges.${fullest}`).first()).toHaveAttribute(
      'value',
      String(edges[fullest]),
    );
  }
  const { names: columns, rows } = await csv_of(page, 'hidden_histograms');
  const counts = ['all', 'followed'].flatMap((part) =>
    names.map((name) => `${part}.${name.replace('.', '_')}.counts`),
  );
  expect(columns).toEqual(['low', 'high', ...counts]);
  for (const [place, name] of names.entries())
    expect(rows.map((row) => Number(row[2 + place]))).toEqual(Array.from(expected[name]!));
  expect(rows.map((row) => Number(row[0]))).toEqual(Array.from(edges.subarray(0, 48)));
  await host.getByRole('button', { name: 'Table', exact: true }).click();
  const table = host.getByRole('region', { name: /^Table/ });
  await expect(table.locator('tbody tr')).toHaveCount(48);
  await expect(table.locator('thead th')).toHaveText(['Row', ...columns]);
  const shown = await table
    .locator('tbody data')
    .evaluateAll((cells) => cells.map((cell) => (cell as HTMLDataElement).value));
  expect(shown.map(Number)).toEqual(rows.flat().map(Number));
});

test('dropout, independence, sparsity and costs are exported as CSV and JSON', async ({ page }) => {
  await open_step(
    page,
    '/vi/#v=2&example=notebook_batch&dropout=0.5&token=2&d_model=256',
    'dropout',
  );
  const lab = await lab_of(page);
  const { ffn, x } = pass_of(lab, 'notebook_batch');
  const row = { data: x.data.slice(16, 24), shape: [1, 8] };
  using dropped = lab.FeedForward({ weights: ffn.weights(), activation: 'gelu', dropout: 0.5 });
  using rng = lab.RandomState(11);
  expect((await csv_of(page, 'dropout_mask')).rows.flat().map(Number)).toEqual(
    Array.from(dropped.trace(row, { dropout_rng: rng }).mask!.data),
  );
  const found = lab.dropout_statistics(dropped, row, {
    passes: 100,
    seed: 11,
    token: 0,
    feature: 0,
  });
  const samples = await json_of(page, 'dropout_samples');
  const read = (name: string) => samples.tensors.find(({ tensor }) => tensor === name)!.data;
  expect(read('mean')).toEqual([found.mean.data[0]]);
  expect(read('histogram.counts')).toEqual(
    Array.from(lab.histogram({ data: found.samples, shape: [100] }, { bins: 32 }).counts),
  );
  expect(samples.arguments).toMatchObject({
    dropout: 0.5,
    dropout_placement: 'hidden',
    dropout_passes: 100,
    token: 2,
  });
  await go_to_step(page, 'independence');
  const independence = await csv_of(page, 'independence');
  const differing = independence.names.indexOf('feed_forward.differing');
  expect(independence.rows.map((line) => Number(line[differing]) > 0)).toEqual(
    Array.from({ length: 10 }, (_, token) => token === 2),
  );
  const shares = lab.sparsity(tensors_of({ ffn, x }, 'gelu')['hidden.relu']!, {
    threshold: 0.01,
  });
  await open_step(page, '/vi/#v=2&example=notebook_batch&d_model=256', 'hidden');
  const sparsity = await csv_of(page, 'hidden_sparsity');
  expect(sparsity.rows[1]![sparsity.names.indexOf('zero_share')]).toBe(String(shares.zero_share));
  await go_to_step(page, 'cost');
  const costs = await csv_of(page, 'cost_of_ratios');
  for (const [place, cost] of lab.ratio_costs({ d_model: 256, bias: true }).entries()) {
    const fields = costs.names as readonly (keyof typeof cost)[];
    expect(costs.rows[place]!.map(Number)).toEqual(fields.map((field) => cost[field]));
  }
  const models = await csv_of(page, 'gpt2_costs');
  expect(models.rows[0]!.slice(0, 3)).toEqual(['GPT-2', '12', '768']);
  expect(models.rows[0]![models.names.indexOf('parameters')]).toBe(
    String(lab.model_cost({ n_layers: 12, d_model: 768 }).parameters),
  );
});

/**
 * Expects that the table, the CSV and the JSON file of a figure agree, and that each shape fits its
 * data. Returns the number of numbers in the table.
 */
async function expect_same_numbers(page: Page, name: string): Promise<number> {
  const { names, rows } = await csv_of(page, name);
  expect(new Set(names).size).toBe(names.length);
  for (const { tensor, shape, data } of (await json_of(page, name)).tensors)
    expect([name, tensor, shape.reduce((product, length) => product * length, 1)]).toEqual([
      name,
      tensor,
      data.length,
    ]);
  const host = figure(page, name);
  await host.getByRole('button', { name: 'Bảng', exact: true }).click();
  await expect(host.locator('.figure_table thead th')).toHaveText(['Hàng', ...names.slice(0, 32)]);
  const shown = await host
    .locator('.figure_table tbody data')
    .evaluateAll((cells) => cells.map((cell) => (cell as HTMLDataElement).value));
  // The files have the digits of float32, the cells those of the same double.
  const rounded = (text: string) => Math.fround(Number(text));
  const cells = new Set(rows.flat().map(rounded));
  expect([name, shown.filter((value) => !cells.has(rounded(value)))]).toEqual([name, []]);
  return shown.length;
}

test('every figure has a name, a description, a table and files of the same numbers', async ({
  page,
}) => {
  await open_all(page, '/vi/#v=2&example=notebook_batch&dropout=0.3');
  const figures = page.locator('[data-figure]');
  await expect(page.locator('#dropout [data-figure]')).toHaveCount(2);
  const names = await figures.evaluateAll((all) =>
    all.map((one) => (one as HTMLElement).dataset.figure),
  );
  expect(new Set(names).size).toBe(names.length);
  let numbers = 0;
  for (const name of names) {
    const host = figure(page, name!);
    expect(await host.getAttribute('aria-label')).not.toBe('');
    await host.scrollIntoViewIfNeeded(); // the self-check begins when it is visible
    numbers += await expect_same_numbers(page, name!);
    await expect(host.locator('.figure_tools [role="status"]')).toContainText(
      `ffn-lab_${name}.json`,
    );
    // Drawings without a table or cells beside them have a description.
    const described = await host.getAttribute('aria-describedby');
    if (/curves|histograms|samples/.test(name!))
      await expect(page.locator(`[id="${described}"]`)).not.toBeEmpty();
  }
  expect(numbers).toBeGreaterThan(1000);
});
