import { describe, expect, it } from 'vitest';
import { load_each } from './variants.js';

describe.each(await load_each())('gradient_check, variant %s', (_variant, lab) => {
  it('confirms every gradient', () => {
    using ffn = lab.FeedForward({ d_model: 4, gated: true, dropout: 0.5, seed: 2 });
    using rng = lab.RandomState(3);
    const results = ffn.gradient_check(rng.randn([2, 1, 4]));
    expect(results.map(({ name }) => name)).toEqual(['x', ...Object.keys(ffn.weights())]);
    for (const { name, largest_error, claimed, central_difference } of results) {
      expect(largest_error, name).toBeLessThan(1e-8);
      expect(claimed, name).toBeCloseTo(central_difference, 6);
    }
  });

  it('is deterministic for a seed and reports larger errors for a large step', () => {
    using ffn = lab.FeedForward({ d_model: 4 });
    using rng = lab.RandomState(3);
    const x = rng.randn([3, 4]);
    expect(ffn.gradient_check(x, { seed: 1 })).toEqual(ffn.gradient_check(x, { seed: 1 }));
    expect(ffn.gradient_check(x, { seed: 1 })).not.toEqual(ffn.gradient_check(x, { seed: 2 }));
    expect(
      Math.max(...ffn.gradient_check(x, { step: 0.5 }).map(({ largest_error }) => largest_error)),
    ).toBeGreaterThan(1e-3);
  });
});
