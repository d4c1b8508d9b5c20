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

  it('agrees with PyTorch forward and backward', () => {
    using attention = lab.Attention({ weights, n_heads: 2, causal: false });
    const { output } = attention.trace(tensor('x'));
    expect(largest_error(output.data, golden('output_full').values)).toBeLessThan(5e-6);
    const gradients: Partial<Record<string, Tensor>> = {
      ...attention.backward(tensor('grad_output')),
    };
    expect(Object.keys(gradients).sort()).toEqual([...names, 'x'].sort());
    for (const [name, gradient] of Object.entries(gradients)) {
      const { values } = golden(`grad_${name}_full`);
      const tolerance = 2e-5 * Math.max(1, ...values.map(Math.abs));
      expect(largest_error(gradient?.data ?? [], values), name).toBeLessThan(tolerance);
    }
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
});
