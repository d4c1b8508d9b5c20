import { describe, expect, it } from 'vitest';
import type { Tensor } from 'ffn-lab';
import { load_each } from './variants.js';

const tensor = (shape: number[], ...values: number[]): Tensor => ({
  data: Float32Array.from(values),
  shape,
});

describe.each(await load_each())('softmax, variant %s', (_variant, lab) => {
  it('normalizes the last axis to a sum of one, and masks with minus infinity', () => {
    const y = lab.softmax(tensor([2, 2, 2], 0, 0, -Infinity, 3, -Infinity, -Infinity, 3e38, -3e38));
    expect([...y.data]).toEqual([0.5, 0.5, 0, 1, 0, 0, 1, 0]);
    expect(y.shape).toEqual([2, 2, 2]);
    expect([...lab.softmax(tensor([2], NaN, 1)).data]).toEqual([NaN, NaN]);
    expect(lab.softmax(tensor([0])).data).toHaveLength(0);
  });

  it('agrees with the derivative in the backward pass', () => {
    const y = tensor([2, 2], 0.25, 0.75, 0.5, 0.5);
    const grad_y = tensor([2, 2], 1, 0, 3, 3);
    expect([...lab.softmax_backward(y, grad_y).data]).toEqual([0.1875, -0.1875, 0, 0]);
  });
});
