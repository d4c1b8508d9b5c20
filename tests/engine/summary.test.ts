import { describe, expect, it } from 'vitest';
import { load_each } from './variants.js';

const vector = (...values: number[]) => ({
  data: Float32Array.from(values),
  shape: [values.length],
});

describe.each(await load_each())('summary, variant %s', (_variant, lab) => {
  it('agrees with manual calculations', () => {
    const summary = lab.summarize(vector(-1, 0, 2, 3));
    expect(summary).toMatchObject({
      count: 4,
      mean: 1,
      minimum: -1,
      maximum: 3,
      negative_share: 0.25,
      non_finite_count: 0,
      largest_finite_magnitude: 3,
    });
    expect(summary.standard_deviation).toBeCloseTo(Math.sqrt(10 / 3), 15);
    expect(lab.summarize(vector(5)).standard_deviation).toBeNaN();
  });

  it('computes the mean absolute difference', () => {
    expect(lab.mean_absolute_difference(vector(1, -2, 3), vector(0.5, 2, 3))).toBe(1.5);
  });
});
