/** The page's comparison with PyTorch, in every build variant that runs here. */
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { activation_kinds, load } from 'ffn-lab';
import type { Lab } from 'ffn-lab';
import { golden_archive_value } from '../../web/page/plugins/golden_archive.ts';
import type { ValueOf } from '../../web/page/src/compute/recipe.ts';
import type { CheckRow, FamilyRow } from '../../web/page/src/steps/proof/check.ts';
import { family_names } from '../../web/page/src/steps/proof/check.ts';
import { narrow } from '../../web/page/src/steps/proof/narrow.ts';
import type * as recipe from '../../web/page/src/steps/proof/recipe.ts';
import { read_golden as read_file } from '../golden.js';
import { run_program } from './run_program.ts';
import { step_recipes } from './step_recipes.ts';

vi.mock('virtual:golden', () => ({ default: golden_archive_value() }));

const { unpack_golden } = await import('../../web/page/src/steps/proof/recipe.ts');
type Reply = ValueOf<typeof recipe.self_test>;

const recipes = (lab: Lab) =>
  step_recipes<Pick<typeof recipe, 'self_test'>>(lab, 'proof', {
    files: ['checks_recipe.ts', 'block_checks_recipe.ts', 'training_checks_recipe.ts'],
    narrow,
  });

async function self_test(lab: Lab, stop = new AbortController()) {
  const reports: (readonly FamilyRow[])[] = [];
  const { value_of } = await recipes(lab);
  const reply = await value_of(
    'self_test',
    { run: 1 },
    { signal: stop.signal, on_report: ({ value }) => reports.push((value as Reply).rows) },
  );
  return { reply, reports };
}

describe('the golden data of the page', () => {
  it('equal those of the golden files, rounded to float32', () => {
    const golden = unpack_golden(golden_archive_value());
    for (const [name, tensors] of Object.entries(golden)) {
      const file = read_file(name);
      for (const [key, { data }] of Object.entries(tensors)) {
        const { values } = file(key);
        const every = name === 'random_notebook' ? 4 : name === 'activation' ? 8 : 1;
        expect([...data], `${name}.${key}`).toEqual(
          [...data].map((_, place) => Math.fround(values[place * every] ?? NaN)),
        );
      }
    }
  });

  it('are small', () => {
    expect(brotliCompressSync(JSON.stringify(golden_archive_value())).length).toBeLessThan(33_000);
  });
});

describe('the self-check, variant simd', () => {
  it('passes, family by family', async () => {
    const lab = await load({ variant: 'simd' });
    const { reply, reports } = await self_test(lab);
    expect(reply.rows.filter(({ passed }) => !passed)).toEqual([]);
    const { rows } = reply;
    expect(reports.map((so_far) => so_far.at(-1)?.family)).toEqual(family_names);
    expect(reports.at(-1)).toEqual(rows);
    expect(reply.info.variant).toBe('simd');
    expect(reply.made_by).toMatch(/PyTorch \d/);
    expect(new Set(rows.map(({ family, tensor }) => `${family} ${tensor}`)).size).toBe(rows.length);
    // The names of most tensors come from what the core returns: a tensor that it no longer
    // returned would mean one row less. Eight rows are of each activation.
    expect(rows).toHaveLength(146 + 8 * activation_kinds.length);
    lab.dispose();
  });
});

/**
 * Returns a lab with one method whose results `spoil` changes. The proxy's target is empty, because
 * a lab's methods cannot be replaced.
 */
function wrong_lab(
  lab: Lab,
  broken: 'activation' | 'mse_loss' | 'cross_entropy',
  spoil: (result: never) => unknown,
): Lab {
  const method = Reflect.get(lab, broken) as (...args: unknown[]) => never;
  const spoiled = (...args: unknown[]) => spoil(method(...args));
  return new Proxy(
    {},
    { get: (_, name) => (name === broken ? spoiled : Reflect.get(lab, name, lab)) as unknown },
  ) as Lab;
}

const spoil_first = (data: Float32Array, by: number) =>
  data.map((value, place) => (place === 0 ? value + by : value));

it.each([
  [
    'activation',
    ({ value, derivative }: { value: Float32Array; derivative: Float32Array }) => ({
      value: spoil_first(value, 1e-5),
      derivative,
    }),
    'activation value_relu',
  ],
  [
    'mse_loss',
    ({ loss, grad }: { loss: number; grad: object }) => ({ loss: loss * 1.001, grad }),
    'loss mse',
  ],
  ['cross_entropy', ({ grad }: { grad: object }) => ({ loss: NaN, grad }), 'loss cross_entropy'],
] as const)('the self-check sees what is wrong in %s', async (broken, spoil, first) => {
  const lab = await load({ variant: 'simd' });
  const { reply } = await self_test(wrong_lab(lab, broken, spoil));
  const failed = reply.rows
    .filter(({ passed }) => !passed)
    .map(({ family, tensor }) => `${family} ${tensor}`);
  expect(failed[0]).toBe(first);
  expect(failed.every((name) => name.startsWith(first.split(' ')[0] ?? ''))).toBe(true);
  lab.dispose();
});

it('the self-check can be stopped between two families', async () => {
  const lab = await load({ variant: 'simd' });
  const stop = new AbortController();
  const running = self_test(lab, stop);
  stop.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
  lab.dispose();
});

it('the program of each number computes it again', async () => {
  const lab = await load({ variant: 'simd' });
  const { reply } = await self_test(lab);
  const { program } = await recipes(lab);
  const printed = new Map<string, readonly CheckRow[]>();
  for (const [row, { family, largest }] of reply.rows.entries()) {
    const text = program('self_test', { run: 1 }, reply, `rows.${row}.largest`);
    // The programs of a family differ in the row that they print.
    const rows = printed.get(family) ?? ((await run_program(text, lab, 'answer')) as CheckRow[]);
    printed.set(family, rows);
    const [, place] = /console\.log\(answer\[(\d+)\]\.largest\);\n$/.exec(text) ?? [];
    expect(rows[Number(place)]?.largest).toBe(largest);
    expect({ family, ...rows[Number(place)] }).toEqual(reply.rows[row]);
  }
  lab.dispose();
});
