/** Networks that learn random pairs: trained ahead, by the worker and by a program. */
import { load } from 'ffn-lab';
import type { Lab } from 'ffn-lab';
import { afterAll, expect, it } from 'vitest';
import { narrow, state_of } from '../../web/page/src/steps/cost/narrow.ts';
import type * as recipe from '../../web/page/src/steps/cost/pairs_recipe.ts';
import { expect_cancelled, step_recipes } from './step_recipes.ts';

const lab: Lab = await load({ variant: 'simd' });
afterAll(() => lab.dispose());
const { value_of, program, computed } = await step_recipes<typeof recipe>(lab, 'cost', {
  files: ['pairs_recipe.ts'],
  narrow,
});
const value = await value_of('pairs', {});
const kinds = ['gelu', 'relu', 'identity'] as const;

it('hidden layers of 1/2 to 8 times d_model hold the more pairs the wider they are, but not without an activation', () => {
  expect(value.wider.map(({ ratio }) => ratio)).toEqual([0.5, 1, 2, 4, 8]);
  for (const { d_model, d_ff, ratio, parameters, ...results } of value.wider) {
    expect([d_ff, parameters]).toEqual([ratio * d_model, 2 * d_model * d_ff + d_model + d_ff]);
    for (const kind of kinds) {
      expect(results[kind].held).toEqual(results[kind].held.toSorted((a, b) => a - b));
      expect(results[kind].seeds.toSorted()).toEqual([0, 1, 2, 3, 4]);
    }
  }
  for (const kind of ['gelu', 'relu'] as const) {
    const [first, ...others] = value.wider.map((row) => row[kind].held);
    let before = first!;
    for (const held of others) {
      // Even the least of a network is more than the most of one of half its width.
      expect(held[0]).toBeGreaterThan(before[4]!);
      before = held;
    }
    expect(before[4]).toBe(value.pairs);
  }
  const linear = value.wider.flatMap(({ identity }) => identity.held);
  expect(Math.max(...linear)).toBeLessThan(0.06 * value.pairs);
});

it('with equally many parameters all ratios hold about as many pairs, and 4 not the most', () => {
  expect(value.same_parameters.map(({ ratio }) => ratio)).toEqual([1, 2, 4, 8]);
  const parameters = value.same_parameters.map((row) => row.parameters);
  expect(Math.max(...parameters)).toBeLessThan(1.02 * Math.min(...parameters));
  for (const kind of ['gelu', 'relu'] as const) {
    const medians = value.same_parameters.map((row) => row[kind].held[2]!);
    expect(Math.max(...medians)).toBeLessThan(1.2 * Math.min(...medians));
    expect(Math.max(...medians)).not.toBe(medians[2]);
  }
});

it('the worker and the program of a number that was trained ahead find that number', async () => {
  for (const [list, row, kind, draw] of [
    ['wider', 1, 'gelu', 4],
    ['wider', 2, 'relu', 0],
    ['same_parameters', 3, 'relu', 2],
    ['wider', 0, 'identity', 2],
  ] as const) {
    const state = state_of(value, list, row, kind, draw);
    const found = await value_of('held', state);
    const path = `${list}.${row}.${kind}.held.${draw}`;
    const results = value[list][row] as (typeof value.wider)[number];
    expect(found.held, path).toBe(results[kind].held[draw]);
    expect(found).toMatchObject({ steps: 2000, last: 2000, parameters: results.parameters });
    expect(await computed('pairs', {}, value, path)).toEqual(found);
    expect(program('pairs', {}, value, path)).toMatch(/console\.log\(answer\.held\);\n$/);
  }
});

it('the other numbers have programs, too', async () => {
  for (const [path, expected] of [
    ['pairs', value.pairs],
    ['words', value.words],
    ['wider.0.parameters', value.wider[0]!.parameters],
  ] as const) {
    const found = (await computed('pairs', {}, value, path)) as Record<string, number>;
    expect(found[path.split('.').at(-1)!]).toBe(expected);
  }
});

it('a training reports, and ends when it is cancelled', () =>
  expect_cancelled((call) => value_of('held', state_of(value, 'wider', 0, 'gelu', 0), call)));
