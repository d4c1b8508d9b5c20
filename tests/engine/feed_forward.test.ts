import { describe, expect, it } from 'vitest';
import { largest_error, read_golden } from '../golden.js';
import { load_each } from './variants.js';

describe.each(await load_each())('feed_forward, variant %s', (variant, lab) => {
  it('reproduces the seed-42 example with weights in layout (in, out)', () => {
    const golden = read_golden('notebook_batch');
    using rng = lab.RandomState(42);
    const x = rng.randn([2, 5, 8]);
    const w1 = rng.randn([8, 32], { scale: 0.1 });
    const w2 = rng.randn([32, 8], { scale: 0.1 });
    using ffn = lab.FeedForward({ weights: { w1, w2 }, layout: 'in_out' });
    const output = ffn.forward(x);
    expect(output.shape).toEqual([2, 5, 8]);
    expect(largest_error(output.data, golden('output_gelu').values)).toBeLessThan(1e-6);
    expect(ffn.weights().w1.shape).toEqual([32, 8]);
  });

  it('gives the same bits in forward and trace, and for a token alone and in a batch', () => {
    using rng = lab.RandomState(1);
    using ffn = lab.FeedForward({ d_model: 12, d_ff: 20, seed: 3 });
    const x = rng.randn([70, 12]);
    const output = ffn.forward(x);
    expect(ffn.trace(x).output.data).toEqual(output.data);
    for (const token of [0, 63, 64, 69]) {
      const alone = ffn.forward({ data: x.data.slice(token * 12, token * 12 + 12), shape: [12] });
      expect(alone.shape).toEqual([12]);
      expect(alone.data).toEqual(output.data.slice(token * 12, token * 12 + 12));
    }
  });

  it('defaults to d_ff = 4 d_model and exact GELU, counts parameters, and is deterministic for a seed', () => {
    using ffn = lab.FeedForward({ d_model: 6, seed: 9 });
    using again = lab.FeedForward({ d_model: 6, seed: 9 });
    using other = lab.FeedForward({ d_model: 6, seed: 10 });
    expect([ffn.d_model, ffn.d_ff, ffn.activation, ffn.parameter_count]).toEqual([
      6,
      24,
      'gelu',
      2 * 6 * 24 + 24 + 6,
    ]);
    expect(again.weights()).toEqual(ffn.weights());
    expect(other.weights().w1.data).not.toEqual(ffn.weights().w1.data);
  });

  it('accepts an input without tokens', () => {
    using ffn = lab.FeedForward({ d_model: 6 });
    expect(ffn.forward({ data: new Float32Array(0), shape: [0, 6] })).toEqual({
      data: new Float32Array(0),
      shape: [0, 6],
    });
  });

  it('returns copies: a growth of the memory detaches no returned array', () => {
    using ffn = lab.FeedForward({ d_model: 6, seed: 2 });
    using rng = lab.RandomState(2);
    const x = rng.randn([3, 6]);
    const before = ffn.forward(x);
    const copy = before.data.slice();
    const heap = lab.info().heap_bytes;
    using large = lab.FeedForward({ d_model: 1024, d_ff: 4096 });
    expect(lab.info().heap_bytes).toBeGreaterThan(heap);
    expect(before.data).toEqual(copy);
    expect(ffn.forward(x).data).toEqual(copy);
    expect(large.d_ff).toBe(4096);
  });

  it('reports its variant', () => {
    expect(lab.info().variant).toBe(variant);
  });
});

describe.each(await load_each())('backends, variant %s', (_variant, lab) => {
  it('tiles and Eigen agree within rounding, forward and backward', () => {
    using ffn = lab.FeedForward({ d_model: 48, d_ff: 200, seed: 3 });
    using rng = lab.RandomState(1);
    const x = rng.randn([9, 48]);
    const pass = () => {
      const forward = ffn.forward(x).data;
      const traced = ffn.trace(x).output;
      expect(forward).toEqual(traced.data);
      return [forward, ffn.backward(traced).x.data];
    };
    expect(lab.backend).toBe('tiles');
    const tiles = pass();
    lab.backend = 'eigen';
    const eigen = pass();
    expect(lab.backend).toBe('eigen');
    lab.backend = 'tiles';
    expect(pass()).toEqual(tiles);
    expect(eigen).not.toEqual(tiles);
    for (const [part, data] of eigen.entries()) {
      for (const [index, value] of data.entries())
        expect(Math.abs(value - (tiles[part]?.[index] ?? NaN))).toBeLessThan(1e-5);
    }
    expect(() => (lab.backend = 'blas' as never)).toThrow(
      expect.objectContaining({ code: 'invalid_type', argument: 'backend' }),
    );
  });
});
