import { describe, expect, it } from 'vitest';
import type { Tensor } from 'ffn-lab';
import { load_each } from './variants.js';

const matrix = (shape: number[], ...values: number[]): Tensor => ({
  data: Float32Array.from(values),
  shape,
});

describe.each(await load_each())('layer_norm, variant %s', (_variant, lab) => {
  it('traces mean, deviation and the normalized tensor, with any leading dimensions', () => {
    using norm = lab.LayerNorm({ features: 4, eps: 0 });
    norm.set_weights({ scale: matrix([4], 2, 2, 2, 2), shift: matrix([4], 1, 1, 1, 1) });
    const trace = norm.trace(matrix([1, 2, 4], 1, 3, 1, 3, 10, 10, 14, 14));
    expect(trace.mean).toEqual(matrix([1, 2], 2, 12));
    expect(trace.reciprocal_deviation).toEqual(matrix([1, 2], 1, 0.5));
    expect([...trace.normalized.data]).toEqual([-1, 1, -1, 1, -1, -1, 1, 1]);
    expect([...trace.output.data]).toEqual([-1, 3, -1, 3, -1, -1, 3, 3]);
    expect(norm.trace(matrix([4], 1, 3, 1, 3)).mean).toEqual(matrix([], 2));
    expect([norm.features, norm.eps, norm.parameter_count]).toEqual([4, 0, 8]);
    const gradients = norm.backward(matrix([4], 1, 0, 0, 0));
    expect(gradients.shift).toEqual(matrix([4], 1, 0, 0, 0));
    expect(gradients.scale).toEqual(matrix([4], -1, 0, 0, 0));
    expect(gradients.x).toEqual(matrix([4], 1, 0, -1, 0));
  });
});
