import { describe, expect, it } from 'vitest';
import type { AttentionWeights, Tensor } from 'ffn-lab';
import { largest_error, read_golden, tensor_of } from '../golden.js';
import { load_each } from './variants.js';

const names = [
  'w_query',
  'b_query',
  'w_key',
  'b_key',
  'w_value',
  'b_value',
  'w_output',
  'b_output',
] as const;

describe.each(await load_each())('attention, variant %s', (_variant, lab) => {
  const golden = read_golden('attention');
  const tensor = (name: string) => tensor_of(golden(name));
  const weights = Object.fromEntries(
    names.map((name) => [name, tensor(name)]),
  ) as unknown as AttentionWeights;
  const zeros = (...shape: number[]): Tensor => ({
    data: new Float32Array(shape.reduce((a, b) => a * b, 1)),
    shape,
  });

  it.each([true, false])('agrees with PyTorch forward and backward, causal %s', (causal) => {
    const suffix = causal ? 'causal' : 'full';
    using attention = lab.Attention({ weights, n_heads: 2, causal });
    const trace = attention.trace(tensor('x'));
    const close = (actual: Tensor, name: string, tolerance: number) => {
      const { values, shape } = golden(`${name}_${suffix}`);
      expect(actual.shape, name).toEqual(shape);
      expect(largest_error(actual.data, values), name).toBeLessThan(
        tolerance * Math.max(1, ...values.map(Math.abs)),
      );
    };
    close(trace.output, 'output', 5e-6);
    close(trace.weights, 'weights', 5e-6);
    const gradients: Partial<Record<string, Tensor>> = {
      ...attention.backward(tensor('grad_output')),
    };
    for (const name of [...names, 'x']) close(gradients[name] as Tensor, `grad_${name}`, 2e-5);
  });

  it('traces every tensor of the pass, with and without a batch dimension', () => {
    using attention = lab.Attention({ d_model: 6, n_heads: 3, seed: 1 });
    using rng = lab.RandomState(2);
    const x = rng.randn([2, 4, 6]);
    const trace = attention.trace(x);
    for (const name of ['query', 'key', 'value', 'context', 'output'] as const)
      expect(trace[name].shape, name).toEqual([2, 4, 6]);
    expect(trace.weights.shape).toEqual([2, 3, 4, 4]);
    expect(trace.mask).toBeUndefined();
    const alone = attention.trace({ data: x.data.slice(24), shape: [4, 6] });
    expect(alone.weights.shape).toEqual([3, 4, 4]);
    expect(alone.output.data).toEqual(trace.output.data.slice(24));
    expect(alone.weights.data).toEqual(trace.weights.data.slice(48));
  });

  it('is causal to the last bit, also with NaN and infinity', () => {
    using attention = lab.Attention({ d_model: 8, n_heads: 2, seed: 1 });
    using rng = lab.RandomState(2);
    const x = rng.randn([5, 8]);
    const before = attention.forward(x);
    for (const poison of [3, NaN, Infinity]) {
      const data = x.data.slice();
      data[3 * 8] = poison;
      const after = attention.forward({ data, shape: x.shape });
      expect(after.data.subarray(0, 24)).toEqual(before.data.subarray(0, 24));
      expect(after.data.subarray(24, 32)).not.toEqual(before.data.subarray(24, 32));
    }
    for (const [index, weight] of attention.trace(x).weights.data.entries()) {
      if (index % 5 > Math.floor(index / 5) % 5) expect(weight).toBe(0);
    }
  });

  it('drops attention weights only with a generator; equal seeds give equal masks', () => {
    using attention = lab.Attention({ d_model: 8, n_heads: 2, seed: 1, dropout: 0.5 });
    using data = lab.RandomState(2);
    const x = data.randn([5, 8]);
    const train = () => {
      using rng = lab.RandomState(3);
      return attention.trace(x, { dropout_rng: rng });
    };
    const first = train();
    expect(train()).toEqual(first);
    expect(first.mask?.shape).toEqual([2, 5, 5]);
    expect(new Set(first.mask?.data)).toEqual(new Set([0, 2]));
    expect(attention.trace(x).output).not.toEqual(first.output);
  });

  it('omits weights and gradients of absent biases', () => {
    using bare = lab.Attention({ d_model: 8, n_heads: 2, qkv_bias: false });
    expect(Object.keys(bare.weights())).toEqual([
      'w_query',
      'w_key',
      'w_value',
      'w_output',
      'b_output',
    ]);
    expect(bare.parameter_count).toBe(4 * 64 + 8);
    expect(() => bare.set_weights({ b_key: zeros(8) })).toThrow(
      'weights is a set with b_key; expected no other tensors than w_query, w_key, w_value, w_output, b_output',
    );
  });

  it('rejects invalid sizes, shapes and weights', () => {
    expect(() => lab.Attention({ d_model: 8, n_heads: 3 })).toThrow(
      'n_heads is 3; expected a divisor of d_model, 8',
    );
    expect(() => lab.Attention({ d_model: 8 } as never)).toThrow(
      'n_heads is undefined; expected a number',
    );
    expect(() => lab.Attention({ d_model: 8, n_heads: 2, causal: 1 as never })).toThrow(
      'causal is 1; expected true or false',
    );
    expect(() => lab.Attention({ d_model: 8, n_heads: 2, dropout: 2 })).toThrow(
      'dropout is 2; expected a probability from 0 to 1',
    );
    expect(() =>
      lab.Attention({ weights: { ...weights, w_key: undefined as never }, n_heads: 2 }),
    ).toThrow('w_key is undefined; expected a tensor');
    expect(() => lab.Attention({ weights: { ...weights, b_key: zeros(5) }, n_heads: 2 })).toThrow(
      'b_key is (5,); expected shape (6,)',
    );
    using attention = lab.Attention({ d_model: 8, n_heads: 2 });
    const expected = 'expected shape (seq_len, d_model) or (batch, seq_len, d_model)';
    expect(() => attention.forward(zeros(8))).toThrow(`x is a tensor of shape (8,); ${expected}`);
    expect(() => attention.forward(zeros(1, 1, 2, 8))).toThrow(
      `x is a tensor of shape (1, 1, 2, 8); ${expected}`,
    );
    expect(() => attention.forward(zeros(2, 7))).toThrow(
      'x is a tensor of shape (2, 7); expected a last dimension of 8',
    );
    expect(() => attention.forward(zeros(0, 8))).toThrow(
      'seq_len is 0; expected a divisor of the 0 tokens',
    );
    expect(attention.forward(zeros(0, 3, 8)).shape).toEqual([0, 3, 8]);
  });
});
