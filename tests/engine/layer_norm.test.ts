import { describe, expect, it } from 'vitest';
import type { Tensor } from 'ffn-lab';
import { largest_error, read_golden, tensor_of } from '../golden.js';
import { load_each } from './variants.js';

const matrix = (shape: number[], ...values: number[]): Tensor => ({
  data: Float32Array.from(values),
  shape,
});

describe.each(await load_each())('layer_norm, variant %s', (_variant, lab) => {
  it('agrees with PyTorch forward and backward', () => {
    const golden = read_golden('layer_norm');
    const tensor = (name: string) => tensor_of(golden(name));
    using norm = lab.LayerNorm({ weights: { scale: tensor('scale'), shift: tensor('shift') } });
    expect([norm.features, norm.eps, norm.parameter_count]).toEqual([7, 1e-5, 14]);
    const close = (actual: Tensor, name: string) => {
      const { values, shape } = golden(name);
      expect(actual.shape).toEqual(shape);
      expect(largest_error(actual.data, values)).toBeLessThan(
        2e-6 * Math.max(...values.map(Math.abs)),
      );
    };
    close(norm.trace(tensor('x')).output, 'output_norm');
    const gradients = norm.backward(tensor('grad_output'));
    close(gradients.x, 'grad_x_norm');
    close(gradients.scale, 'grad_scale_norm');
    close(gradients.shift, 'grad_shift_norm');
  });

  it('traces mean, deviation and the normalized tensor, with any leading dimensions', () => {
    using norm = lab.LayerNorm({ features: 4, eps: 0 });
    norm.set_weights({ scale: matrix([4], 2, 2, 2, 2), shift: matrix([4], 1, 1, 1, 1) });
    const trace = norm.trace(matrix([1, 2, 4], 1, 3, 1, 3, 10, 10, 14, 14));
    expect(trace.mean).toEqual(matrix([1, 2], 2, 12));
    expect(trace.reciprocal_deviation).toEqual(matrix([1, 2], 1, 0.5));
    expect([...trace.normalized.data]).toEqual([-1, 1, -1, 1, -1, -1, 1, 1]);
    expect([...trace.output.data]).toEqual([-1, 3, -1, 3, -1, -1, 3, 3]);
    expect(norm.trace(matrix([4], 1, 3, 1, 3)).mean).toEqual(matrix([], 2));
  });

  it('is accurate for large offsets, constant rows and rows of 1e30', () => {
    using norm = lab.LayerNorm({ features: 4 });
    const { data } = norm.forward(
      matrix([3, 4], 40000, 40001, 40002, 40003, 1234, 1234, 1234, 1234, -1e30, 1e30, -1e30, 1e30),
    );
    const unit = 1 / Math.sqrt(1.25 + 1e-5);
    expect(
      largest_error(
        data.subarray(0, 4),
        [-1.5, -0.5, 0.5, 1.5].map((step) => step * unit),
      ),
    ).toBeLessThan(3e-6);
    expect([...data.subarray(4)]).toEqual([0, 0, 0, 0, -1, 1, -1, 1]);
  });

  it('rejects mismatched shapes', () => {
    expect(() => lab.LayerNorm({})).toThrow('features is undefined; expected a number');
    expect(() => lab.LayerNorm({ features: 0 })).toThrow(
      'features is 0; expected an integer from 1 to 16777216',
    );
    expect(() => lab.LayerNorm({ features: 4, eps: -1 })).toThrow(
      'eps is -1; expected a finite number of 0 or more',
    );
    expect(() => lab.LayerNorm({ features: 4, eps: NaN })).toThrow(
      'eps is nan; expected a finite number of 0 or more',
    );
    expect(() => lab.LayerNorm({ features: 4, eps: 'small' as never })).toThrow(
      'eps is "small"; expected a number',
    );
    expect(() => lab.LayerNorm({ weights: { scale: matrix([2], 1, 1) } as never })).toThrow(
      'shift is undefined; expected a tensor',
    );
    expect(() =>
      lab.LayerNorm({ weights: { scale: matrix([2], 1, 1), shift: matrix([1], 1) } }),
    ).toThrow('shift is (1,); expected shape (2,)');
    expect(() => lab.LayerNorm({ weights: { scale: matrix([0]), shift: matrix([0]) } })).toThrow(
      'scale is empty; expected one feature',
    );
    using norm = lab.LayerNorm({ features: 4 });
    expect(() => norm.forward(matrix([5], 1, 2, 3, 4, 5))).toThrow(
      'x is a tensor of shape (5,); expected a last dimension of 4',
    );
  });
});
