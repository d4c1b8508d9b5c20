import { describe, expect, it } from 'vitest';
import { largest_error, read_golden } from '../golden.js';
import { load_each } from './variants.js';

describe.each(await load_each())('random_state, variant %s', (_variant, lab) => {
  it("returns NumPy's numbers", () => {
    using rng = lab.RandomState(42);
    const numbers = rng.randn([10, 100]);
    expect(numbers.shape).toEqual([10, 100]);
    expect(
      largest_error(numbers.data, read_golden('random_notebook')('randn').values.map(Math.fround)),
    ).toBe(0);
  });

  it('continues its sequence, scales, and returns empty and scalar tensors', () => {
    using rng = lab.RandomState(42);
    using other = lab.RandomState(42);
    rng.randn([3]);
    const all = other.randn([5]);
    expect(rng.randn([2]).data).toEqual(all.data.slice(3));
    expect(rng.randn([0, 4])).toEqual({ data: new Float32Array(0), shape: [0, 4] });
    expect(rng.randn([]).data).toHaveLength(1);
    using scaled = lab.RandomState(42);
    expect(
      largest_error(
        scaled.randn([5], { scale: 2 }).data,
        [...all.data].map((value) => 2 * value),
      ),
    ).toBe(0);
  });
});
