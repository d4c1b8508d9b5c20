import { describe, expect, it } from 'vitest';
import { largest_error, read_golden } from '../golden.js';
import { load_each } from './variants.js';

describe.each(await load_each())('from_scratch, variant %s', (_variant, lab) => {
  it.each([
    ['notebook_token', [8]],
    ['notebook_batch', [2, 5, 8]],
  ])('reproduces %s from seed 42 with weights in layout (in, out)', (name, shape) => {
    const golden = read_golden(name);
    using rng = lab.RandomState(42);
    const x = rng.randn(shape);
    const w1 = rng.randn([8, 32], { scale: 0.1 });
    const b1 = { data: new Float32Array(32), shape: [32] };
    const w2 = rng.randn([32, 8], { scale: 0.1 });
    const b2 = { data: new Float32Array(8), shape: [8] };
    for (const activation of ['gelu', 'relu'] as const) {
      const { h, h_activated, y } = lab.feed_forward_from_scratch(x, w1, b1, w2, b2, activation);
      expect([h.shape, h_activated.shape, y.shape]).toEqual([
        [...shape.slice(0, -1), 32],
        [...shape.slice(0, -1), 32],
        shape,
      ]);
      expect(largest_error(h.data, golden('pre_activation').values)).toBeLessThan(1e-6);
      expect(largest_error(h_activated.data, golden(`hidden_${activation}`).values)).toBeLessThan(
        1e-6,
      );
      expect(largest_error(y.data, golden(`output_${activation}`).values)).toBeLessThan(1e-6);
    }
    expect(lab.feed_forward_from_scratch(x, w1, b1, w2, b2).y.data).toEqual(
      lab.feed_forward_from_scratch(x, w1, b1, w2, b2, 'gelu').y.data,
    );
    const from_scratch = (...change: [number, unknown]) => {
      const args: unknown[] = [x, w1, b1, w2, b2, 'gelu'];
      args[change[0]] = change[1];
      return () =>
        lab.feed_forward_from_scratch(
          ...(args as Parameters<typeof lab.feed_forward_from_scratch>),
        );
    };
    expect(from_scratch(1, w2)).toThrow(
      /^x is a tensor of shape .*; expected a last dimension of 32$/,
    );
    expect(from_scratch(1, b1)).toThrow('w1 is a tensor of shape (32,); expected two dimensions');
    expect(from_scratch(2, b2)).toThrow('b1 is (8,); expected shape (32,)');
    expect(from_scratch(3, w1)).toThrow('b2 is (8,); expected shape (32,)');
    expect(from_scratch(4, undefined)).toThrow('b2 is undefined; expected an object');
    expect(from_scratch(5, 'swish')).toThrow('activation is "swish"');
  });
});
