import { describe, expect, it } from 'vitest';
import type { Tensor } from 'ffn-lab';
import { largest_error, read_golden, tensor_of } from '../golden.js';
import { load_each } from './variants.js';

const tensor = (shape: number[], ...values: number[]): Tensor => ({
  data: Float32Array.from(values),
  shape,
});

describe.each(await load_each())('softmax, variant %s', (_variant, lab) => {
  it("agrees with the cases of ONNX's node tests", () => {
    const golden = read_golden('onnx');
    for (const name of ['example', 'large_number', 'axis_2']) {
      const { values, shape } = golden(`softmax_${name}_y`);
      const y = lab.softmax(tensor_of(golden(`softmax_${name}_x`)));
      expect(y.shape).toEqual(shape);
      expect(largest_error(y.data, values), name).toBeLessThan(1e-6);
    }
  });

  it('normalizes the last axis to a sum of one, and masks with minus infinity', () => {
    const y = lab.softmax(tensor([2, 2, 2], 0, 0, -Infinity, 3, -Infinity, -Infinity, 3e38, -3e38));
    expect([...y.data]).toEqual([0.5, 0.5, 0, 1, 0, 0, 1, 0]);
    using rng = lab.RandomState(1);
    const large = lab.softmax(rng.randn([50, 40], { scale: 60 }));
    for (let row = 0; row < 50; ++row) {
      const sum = large.data
        .subarray(row * 40, row * 40 + 40)
        .reduce((total, value) => total + value, 0);
      expect(Math.abs(sum - 1)).toBeLessThan(1e-6);
    }
    expect([...lab.softmax(tensor([2], NaN, 1)).data]).toEqual([NaN, NaN]);
    expect(lab.softmax(tensor([0])).data).toHaveLength(0);
  });

  it('agrees with the derivative in the backward pass', () => {
    const y = tensor([2, 2], 0.25, 0.75, 0.5, 0.5);
    const grad_y = tensor([2, 2], 1, 0, 3, 3);
    expect([...lab.softmax_backward(y, grad_y).data]).toEqual([0.1875, -0.1875, 0, 0]);
  });

  it('rejects mismatched shapes', () => {
    expect(() => lab.softmax(tensor([], 1))).toThrow(
      'x is a tensor of shape (); expected one dimension or more',
    );
    expect(() => lab.softmax({ shape: [2] } as never)).toThrow(
      'x.data is undefined; expected a Float32Array',
    );
    expect(() => lab.softmax_backward(tensor([2], 1, 0), tensor([1, 2], 1, 0))).toThrow(
      'grad_y is (1, 2); expected shape (2,)',
    );
  });
});
