import { describe, expect, it } from 'vitest';
import type { FfnError } from 'ffn-lab';
import { largest_error, read_golden, tensor_of } from '../golden.js';
import { load_each } from './variants.js';

const refusal = (code: string, message: string) =>
  expect.objectContaining({ code, message }) as FfnError;

describe.each(await load_each())('loss, variant %s', (_variant, lab) => {
  const golden = read_golden('loss');
  const tensor = (name: string) => tensor_of(golden(name));
  const labels = golden('labels').values;

  it('agrees with PyTorch, values and gradients', () => {
    const mse = lab.mse_loss(tensor('prediction'), tensor('target'));
    expect(mse.loss).toBeCloseTo(golden('mse').values[0] ?? NaN, 14);
    expect(mse.grad.shape).toEqual([5, 3]);
    expect(largest_error(mse.grad.data, golden('grad_prediction').values)).toBeLessThan(3e-8);
    for (const each of [labels, Int32Array.from(labels)]) {
      const cross_entropy = lab.cross_entropy(tensor('logits'), each);
      expect(cross_entropy.loss).toBeCloseTo(golden('cross_entropy').values[0] ?? NaN, 14);
      expect(cross_entropy.grad.shape).toEqual([6, 4]);
      expect(largest_error(cross_entropy.grad.data, golden('grad_logits').values)).toBeLessThan(
        1e-8,
      );
    }
  });

  it('preserves leading dimensions', () => {
    const logits = { data: tensor('logits').data, shape: [2, 3, 4] };
    expect(lab.cross_entropy(logits, labels).grad.shape).toEqual([2, 3, 4]);
  });

  it('rejects wrong types, shapes and labels', () => {
    const wrong = (value: unknown) => value as never;
    const logits = tensor('logits');
    expect(() => lab.mse_loss(wrong(3), logits)).toThrow(
      refusal('invalid_type', 'prediction is 3; expected an object'),
    );
    expect(() => lab.mse_loss(logits, tensor('target'))).toThrow(
      refusal('invalid_argument', 'target is (5, 3); expected shape (6, 4)'),
    );
    expect(() => lab.cross_entropy(logits, wrong('0'))).toThrow(
      refusal('invalid_type', 'labels is "0"; expected an Int32Array or an array of numbers'),
    );
    expect(() => lab.cross_entropy(logits, [0])).toThrow(
      refusal('invalid_argument', 'labels is (1,); expected shape (6,)'),
    );
    expect(() => lab.cross_entropy(logits, [0, 1, 4, 0, 0, 0])).toThrow(
      refusal('invalid_argument', 'labels[2] is 4; expected a class from 0 to 3'),
    );
    expect(() => lab.cross_entropy(logits, [0, 1, 1.5, 0, 0, 0])).toThrow(
      'labels is 1.5; expected an integer from',
    );
    expect(() =>
      lab.mse_loss(
        { data: new Float32Array(0), shape: [0, 2] },
        { data: new Float32Array(0), shape: [0, 2] },
      ),
    ).toThrow('prediction is (1, 0); expected one row and one column or more');
  });
});
