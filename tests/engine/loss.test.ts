import { describe, expect, it } from 'vitest';
import { largest_error, read_golden, tensor_of } from '../golden.js';
import { load_each } from './variants.js';

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
});
