import { readFileSync, statSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Lab } from 'ffn-lab';
import { load } from 'ffn-lab';
import { add_axe, expect_accessible } from './accessibility.ts';
import {
  artifact,
  checkpoint_computed,
  file_input,
  neuron_field,
  number,
  open_parts,
  open_small,
  panel,
  bytes_read,
} from './checkpoint_page.ts';
import { lab_of } from './core.ts';
import { expect, in_both_browsers, open_panel, test } from './page_test.ts';
import { run } from './programs.ts';
import { smoke_test } from './smoke.ts';
import { make_checkpoint, sizes } from './synthetic_checkpoint.mjs';
import { count_memory, wasm_bytes } from './worker_memory.ts';

smoke_test('checkpoint');

interface NumberProgram {
  readonly name: string;
  readonly value: string;
  readonly code: string;
}

/** Opens the program of each number of the panel by the key n, and reads it. */
function read_programs(page: Page): Promise<NumberProgram[]> {
  return page.evaluate(async () => {
    const section = document.getElementById('checkpoint')!;
    const numbers = Array.from(
      section.querySelectorAll<HTMLDataElement>('data[data-recipe]'),
    ).filter((n) => n.getClientRects().length > 0);
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const programs: NumberProgram[] = [];
    // The text of a program is loaded after the click on its number.
    const shown_program = async (): Promise<string> => {
      for (let waits = 0; waits < 100; waits++) {
        await frame();
        const code = document.getElementById('provenance_code')?.textContent;
        if (code) return code;
      }
      return '';
    };
    document.getElementById('checkpoint_title')?.focus();
    for (const element of numbers) {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'n', code: 'KeyN', bubbles: true }),
      );
      const code = await shown_program();
      const { recipe = '', path = '' } = element.dataset;
      programs.push({
        name: [recipe, path, String(document.activeElement === element)].join(' · '),
        value: element.value,
        code,
      });
    }
    return programs;
  });
}

/**
 * Returns the numbers that have no program, or whose program prints another number. The programs of
 * one answer's numbers differ only at their end.
 */
async function wrong_numbers(programs: readonly NumberProgram[], lab: Lab): Promise<unknown[]> {
  const answers = new Map<string, unknown>();
  const wrong: unknown[] = [];
  for (const { name, value, code } of programs) {
    const [, before = '', expression = 'undefined'] =
      /^([^]*)console\.log\((answer.*)\);\n$/.exec(code) ?? [];
    if (!answers.has(before))
      answers.set(before, await run(`${before}console.log(answer);\n`, lab).catch(String));
    const computed = await run(
      `const answer = await load();\nconsole.log(${expression});\n`,
      answers.get(before) as Lab,
    );
    if (!name.endsWith('true') || !Object.is(computed, Number(value)))
      wrong.push({ name, value, computed, code });
  }
  return wrong;
}

test(
  'a GPT-2 checkpoint is read in slices, and its numbers are the core’s',
  in_both_browsers,
  async ({ page }) => {
    await open_small(page);
    await open_parts(page);
    const { n_layers, d_model, d_ff, n_vocab, n_positions } = sizes.small;
    await expect(number(page, 'header', 'layers')).toHaveAttribute('value', String(n_layers));
    await expect(number(page, 'header', 'd_model')).toHaveAttribute('value', String(d_model));
    await expect(number(page, 'header', 'd_ff')).toHaveAttribute('value', String(d_ff));
    await expect(number(page, 'header', 'vocabulary')).toHaveAttribute('value', String(n_vocab));
    await expect(number(page, 'header', 'positions')).toHaveAttribute('value', String(n_positions));
    await expect(panel(page).locator('.checkpoint_facts')).toContainText('GELU (tanh form)');
    // The programs of these numbers open the file by its name.
    const { variant } = (await lab_of(page)).info();
    const lab = await load({ variant });
    const programs = (await read_programs(page)).map((one) => ({
      ...one,
      code: one.code.replace("'small.safetensors'", JSON.stringify(artifact('small'))),
    }));
    expect(
      await wrong_numbers(
        programs.filter((_, index) => index % 6 === 0),
        lab,
      ),
    ).toEqual([]);
    lab.dispose();
    // The figure of all layers has read all four of them, but neither the embeddings nor the
    // attention.
    const file = readFileSync(artifact('small'));
    const header = 8 + Number(file.readBigUInt64LE(0));
    const layer = 4 * (2 * d_model * d_ff + d_ff + d_model);
    const read = Number(await bytes_read(page).getAttribute('data-read'));
    expect(read).toBeGreaterThanOrEqual(header + layer);
    // A layer is read twice, as the chosen one and with all others, and its bytes count once.
    expect(read).toBe(header + n_layers * layer);
    expect(statSync(artifact('small')).size).toBe(
      Number(await bytes_read(page).getAttribute('data-size')),
    );
  },
);

test('buttons, fields and figures choose layers, neurons and tokens', async ({ page }) => {
  await open_panel(page, '/en/#v=2&model=sample', 'checkpoint');
  await open_parts(page);
  const strongest = (await number(page, 'ranking', 'neuron.0').getAttribute('value'))!;
  await expect(neuron_field(page)).toHaveValue(strongest);
  await panel(page).getByRole('button', { name: 'next', exact: true }).click();
  await expect(neuron_field(page)).toHaveValue(String((Number(strongest) + 1) % 256));
  await panel(page).getByRole('button', { name: 'previous', exact: true }).click();
  await expect(neuron_field(page)).toHaveValue(strongest);
  await panel(page).getByRole('button', { name: 'random', exact: true }).click();
  await expect(page).toHaveURL(/model_neuron=\d+/);
  await panel(page).locator('.checkpoint_bars button').nth(5).click();
  await expect(page).toHaveURL(/token=5/);
  await panel(page).getByRole('button', { name: 'Next layer' }).click();
  await expect(panel(page).getByRole('slider', { name: 'Layer' })).toHaveValue('1');
  await panel(page).getByRole('slider', { name: 'Layer' }).press('End');
  await expect(page).toHaveURL(/model_layer=3/);
  await panel(page).locator('.checkpoint_multiple').first().click();
  await expect(panel(page).getByRole('slider', { name: 'Layer' })).toHaveValue('0');
  await checkpoint_computed(page);
  // In the order of strength the neuron at the left edge of the heat map is the strongest.
  await panel(page).getByRole('radio', { name: 'strongest first' }).check();
  await panel(page)
    .locator('[data-figure="checkpoint_map"] .heat_map_frame')
    .click({ position: { x: 1, y: 2 } });
  await expect(neuron_field(page)).toHaveValue(strongest);
  await expect(page).not.toHaveURL(/token=/);
});

test('no more of a file is read than it has, whichever file is open', async ({ page }) => {
  await open_small(page);
  await open_parts(page);
  await checkpoint_computed(page);
  await page.goto('/en/#v=2&model=sample&panel=checkpoint');
  await page.reload();
  await open_parts(page);
  await panel(page).getByRole('slider', { name: 'Layer' }).press('End');
  await checkpoint_computed(page);
  const [read, size] = await bytes_read(page).evaluate(({ dataset }) =>
    [dataset['read'], dataset['size']].map(Number),
  );
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(size!);
});

test('another activation fails the comparison with the captured output', async ({ page }) => {
  await open_panel(page, '/en/#v=2&model=sample&model_layer=1', 'checkpoint');
  await checkpoint_computed(page);
  const check = panel(page).locator('[data-reference]');
  await expect(check).toHaveAttribute('data-reference', 'equal');
  for (const name of ['GELU (exact)', 'GELU (sigmoid form)', 'ReLU']) {
    await panel(page).getByRole('radio', { name, exact: true }).check();
    await expect(check).toHaveAttribute('data-reference', 'different');
    await expect(check).toContainText(name);
  }
  await panel(page).getByRole('radio', { name: 'GELU (tanh form)', exact: true }).check();
  await expect(check).toHaveAttribute('data-reference', 'equal');
});

test('pasted rows are computed; rows of another width are refused with a message', async ({
  page,
}) => {
  await open_small(page);
  await panel(page).getByRole('radio', { name: 'pasted rows' }).check();
  const tier = panel(page).locator('.checkpoint_tier');
  const field = panel(page).locator('textarea');
  await expect(tier).toHaveAttribute('data-tier', 'none');
  await field.fill('1 2 3');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(panel(page).locator('.pasted [role="status"]')).toContainText('64');
  const row = Array.from({ length: 64 }, (_, feature) => (feature % 2 === 0 ? 0.5 : -0.25)).join(
    ' ',
  );
  await field.fill(`${row}\n${row}`);
  await expect(tier).toHaveAttribute('data-tier', 'pasted');
  await open_parts(page);
  await expect(panel(page).locator('.checkpoint_bars button')).toHaveCount(2);
  const changes = panel(page).locator('.checkpoint_bars data');
  expect(await changes.first().getAttribute('value')).toBe(
    await changes.last().getAttribute('value'),
  );
});

test('a checkpoint of GPT-2’s size is opened, ablated, and read layer by layer', async ({
  page,
}) => {
  const size = make_checkpoint('full', artifact('full'));
  await count_memory(page);
  await open_panel(page, '/en/', 'checkpoint');
  await file_input(page).setInputFiles(artifact('full'));
  await expect(
    panel(page).locator('[data-figure="checkpoint_neuron"] canvas').first(),
  ).toBeVisible();
  await checkpoint_computed(page);
  const { d_model, d_ff, n_layers } = sizes.full;
  const layer = 4 * (2 * d_model * d_ff + d_ff + d_model);
  await expect(number(page, 'header', 'layers')).toHaveAttribute('value', String(n_layers));
  await expect(number(page, 'network', 'parameter_count')).toHaveAttribute('value', '4722432');
  // Only the header and one layer of the 548 MB.
  const read = Number(await bytes_read(page).getAttribute('data-read'));
  expect(Number(await bytes_read(page).getAttribute('data-size'))).toBe(size);
  expect(read).toBeGreaterThan(layer);
  expect(read).toBeLessThan(layer + 100_000);
  await open_parts(page);
  const before = (await number(page, 'ablation', 'whole.largest').getAttribute('value'))!;
  expect(Number(before)).toBeGreaterThan(0);
  await panel(page).getByRole('radio', { name: 'the 100 strongest' }).check();
  await expect(number(page, 'ablation', 'whole.largest')).not.toHaveAttribute('value', before);
  await panel(page)
    .getByRole('button', { name: /Read every layer/ })
    .click();
  await expect(panel(page).locator('.checkpoint_multiple')).toHaveCount(n_layers);
  await panel(page).locator('.checkpoint_multiple').last().click();
  await expect(panel(page).getByRole('slider', { name: 'Layer' })).toHaveValue('11');
  await checkpoint_computed(page);
  const allocated = await wasm_bytes(page);
  // After all twelve layers each worker holds one of them, as in the file and packed, and the
  // memory of a pass.
  for (const bytes of allocated) expect(bytes).toBeLessThan(3 * layer);
  expect(Math.max(...allocated)).toBeGreaterThan(layer);
  const allocated_sizes = allocated.map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`).join(', ');
  const notes = `${read} of ${size} bytes read; WebAssembly holds ${allocated_sizes} in the workers`;
  test.info().annotations.push({ type: 'full size', description: notes });
  console.log(notes);
});

test('nothing is wider than the window, and axe finds no violation', async ({ page }) => {
  await add_axe(page);
  await open_panel(page, '/fr/#v=2&model=sample&token=1', 'checkpoint');
  await checkpoint_computed(page);
  await open_parts(page);
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    for (const width of theme === 'light' ? [1440, 768] : [390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const { room, needed } = await page.evaluate(() => ({
        room: document.documentElement.clientWidth,
        needed: document.documentElement.scrollWidth,
      }));
      expect({ width, needed }).toEqual({ width, needed: room });
    }
    await expect_accessible(page, '#checkpoint');
  }
});
