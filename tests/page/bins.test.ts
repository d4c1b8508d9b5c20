/** Bins of histograms with an edge at 0. */
import { load } from 'ffn-lab';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Lab } from 'ffn-lab';
import { range_with_zero_edge } from '../../web/page/src/numbers/bins.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await load();
});

const bins = 48;
const tensor = (values: readonly number[]) => ({ data: Float32Array.from(values), shape: [values.length] });

describe.each([
  ['both signs', [-0.754, 0, 0.31, 0.7381]],
  ['a range that is not a multiple of its bins', [-1 / 3, 0.1]],
  ['huge values', [-3e38, 3e38]],
  ['the smallest values', [0, 2 ** -149]],
  ['equal values', [0, 0]],
])('the bins of %s', (_, values) => {
  it('contain every value and have an edge at exactly 0', () => {
    const range = range_with_zero_edge(lab, tensor(values), bins);
    const { edges, below, above } = lab.histogram(tensor(values), { bins, range });
    expect([below, above]).toEqual([0, 0]);
    expect(edges).toContain(0);
  });
});

it('a range without 0 stays narrow', () => {
  const [low, high] = range_with_zero_edge(lab, tensor([2, 3]), bins);
  expect(low).toBeGreaterThan(1.95);
  expect(high).toBeLessThan(3.05);
});
