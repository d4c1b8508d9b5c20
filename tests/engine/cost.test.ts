import { describe, expect, it } from 'vitest';
import { load_each } from './variants.js';

describe.each(await load_each())('cost, variant %s', (_variant, lab) => {
  it('counts the parameters of GPT-2 layers, with and without biases and a gate', () => {
    const gpt2 = lab.feed_forward_cost({ d_model: 768 });
    expect(gpt2).toMatchObject({
      linear1: 2362368,
      linear2: 2360064,
      parameters: 4722432,
      block: 7087872,
      operations: 4 * 768 * 3072,
    });
    expect(gpt2.share_of_block).toBe(4722432 / 7087872);
    for (const [bias, gated] of [
      [true, false],
      [false, false],
      [true, true],
    ] as const) {
      using ffn = lab.FeedForward({ d_model: 6, d_ff: 10, bias, gated });
      expect(lab.feed_forward_cost({ d_model: 6, d_ff: 10, bias, gated }).parameters).toBe(
        ffn.parameter_count,
      );
    }
  });

  it('rejects sizes that it could not count exactly', () => {
    expect(() => lab.feed_forward_cost({ d_model: 1.5 })).toThrow(
      'd_model is 1.5; expected an integer from 1 to 16777216',
    );
    expect(lab.feed_forward_cost({ d_model: 2 ** 22 }).parameters).toBe(8 * 2 ** 44 + 5 * 2 ** 22);
  });
});
