import { describe, expect, it } from 'vitest';
import type { ActivationKind } from 'ffn-lab';
import { load_each } from './variants.js';

const kinds: readonly ActivationKind[] = [
  'relu',
  'gelu',
  'gelu_tanh',
  'gelu_sigmoid',
  'silu',
  'identity',
];

describe.each(await load_each())('gradient_check, variant %s', (_variant, lab) => {
  it.each(kinds)('confirms every gradient of %s, with and without a gate', (activation) => {
    for (const gated of [false, true]) {
      using ffn = lab.FeedForward({ d_model: 4, activation, gated, dropout: 0.5, seed: 2 });
      using rng = lab.RandomState(3);
      const results = ffn.gradient_check(rng.randn([2, 1, 4]));
      expect(results.map(({ name }) => name)).toEqual(
        gated ? ['x', 'w1', 'b1', 'w_gate', 'b_gate', 'w2', 'b2'] : ['x', 'w1', 'b1', 'w2', 'b2'],
      );
      for (const { name, largest_error, claimed, central_difference } of results) {
        expect(largest_error, name).toBeLessThan(1e-8);
        expect(claimed, name).toBeCloseTo(central_difference, 6);
      }
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

  it('rejects invalid steps and networks that would take too long', () => {
    using ffn = lab.FeedForward({ d_model: 4 });
    const x = { data: new Float32Array(4), shape: [4] };
    expect(() => ffn.gradient_check(x, { step: 0 })).toThrow(
      'step is 0; expected a positive number',
    );
    expect(() => ffn.gradient_check(x, { step: 'small' as never })).toThrow(
      'step is "small"; expected a number',
    );
    expect(() => ffn.gradient_check({ data: new Float32Array(0), shape: [0, 4] })).toThrow(
      'x is (0, 4); expected one token or more',
    );
    using large = lab.FeedForward({ d_model: 64 });
    expect(() =>
      large.gradient_check({ data: new Float32Array(2000 * 64), shape: [2000, 64] }),
    ).toThrow('fewer tokens or a smaller network');
  });
});
