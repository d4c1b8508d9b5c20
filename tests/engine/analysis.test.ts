import { describe, expect, it } from 'vitest';
import type { Tensor } from 'ffn-lab';
import { load_each } from './variants.js';

const vector = (...values: number[]): Tensor => ({
  data: Float32Array.from(values),
  shape: [values.length],
});
const matrix = (rows: number, ...values: number[]): Tensor => ({
  data: Float32Array.from(values),
  shape: [rows, values.length / rows],
});

describe.each(await load_each())('analysis, variant %s', (_variant, lab) => {
  it('compares activations at points of a range', () => {
    const { x, curves } = lab.compare_activations(['relu', 'gelu'], {
      low: -1,
      high: 1,
      points: 3,
    });
    expect(x).toEqual(Float64Array.of(-1, 0, 1));
    expect(Object.keys(curves)).toEqual(['relu', 'gelu']);
    expect(curves.relu).toEqual({
      value: Float64Array.of(0, 0, 1),
      derivative: Float64Array.of(0, 0, 1),
    });
    expect(lab.compare_activations(['gelu']).x).toHaveLength(1000);
  });

  it('computes costs', () => {
    expect(lab.ratio_costs({ d_model: 8, ratios: [3], bias: false })).toMatchObject([
      { ratio: 3, d_ff: 24, parameters: 2 * 8 * 24, growth: 1 },
    ]);
    expect(lab.attention_cost({ d_model: 768, seq_len: 1024, causal: false })).toEqual({
      parameters: 2362368,
      bytes: 4 * 2362368,
      projections: 8 * 768 * 768,
      scores: 2 * 1024 * 768,
      mixture: 2 * 1024 * 768,
      operations: 8 * 768 * 768 + 4 * 1024 * 768,
    });
    expect(lab.model_cost({ qkv_bias: false }).parameters).toBe(124412160);
    expect(lab.feed_forward_cost({ d_model: 768 })).toMatchObject({
      linear1: 2362368,
      linear2: 2360064,
      parameters: 4722432,
      share_of_block: 4722432 / 7087872,
    });
  });

  it('counts elements in the bins of a histogram, and interpolates percentiles', () => {
    const options = { bins: 2, range: [-1, 1] as const };
    expect(lab.histogram(vector(-2, -0.5, 0.5, 1, 3, NaN), options)).toEqual({
      edges: Float64Array.of(-1, 0, 1),
      counts: Int32Array.of(1, 2),
      below: 1,
      above: 1,
      nan: 1,
    });
    expect(lab.histogram(vector(-1, 5), { bins: 3, range: 'edge_at_zero' }).edges).toContain(0);
    expect(lab.percentiles(vector(1, 2, 4), [0, 75])).toEqual(Float64Array.of(1, 3));
  });

  it('computes the difference of two activations', () => {
    const options = { low: -1, high: 1, points: 5 };
    const { x, value, derivative } = lab.activation_difference('gelu', 'relu', options);
    const { curves } = lab.compare_activations(['gelu', 'relu'], options);
    expect([...x]).toEqual([-1, -0.5, 0, 0.5, 1]);
    expect(value).toEqual(
      curves.gelu?.value.map((y, index) => y - (curves.relu?.value[index] ?? NaN)),
    );
    expect(derivative).toEqual(
      curves.gelu?.derivative.map((y, index) => y - (curves.relu?.derivative[index] ?? NaN)),
    );
  });

  it('tests whether one of two samples tends to be larger', () => {
    const apart = lab.rank_test(vector(4, 5, 6), vector(1, 2, 3));
    expect(apart).toEqual({ u: 9, p_value: expect.closeTo(2 / 20) as number });
    expect(() => lab.rank_test(vector(NaN), vector(1))).toThrow('a');
  });

  it('compares tensors bit by bit and computes percentiles of the differences', () => {
    const a = matrix(2, 1, -2, 3, 4);
    const b = matrix(2, 0.5, 2, 3, 8);
    const found = { count: 4, differing: 3, largest: 4, at: 1, mean: 8.5 / 4, relative: 0.5 };
    expect(lab.difference(a, b)).toEqual(found);
    expect(lab.difference(a, b, { percentiles: [0, 50, 100] })).toEqual({
      ...found,
      percentiles: Float64Array.of(0, 2.25, 4),
    });
    expect(lab.difference_by_token(a, b).map(({ differing, at }) => [differing, at])).toEqual([
      [2, 1],
      [1, 1],
    ]);
    expect(lab.difference(vector(0), vector(-0))).toMatchObject({ differing: 1, largest: 0 });
  });

  it('counts sparse elements by three definitions, per token and per neuron', () => {
    const found = lab.sparsity(matrix(2, 0, -0, -0.05, 0.3, 0.1, -2, NaN, 0), { threshold: 0.1 });
    expect(found).toMatchObject({
      count: 8,
      zero: 3,
      zero_share: 3 / 8,
      not_positive: 5,
      not_positive_share: 5 / 8,
      small: 4,
    });
    expect(found.per_token.zero).toEqual({
      counts: Int32Array.of(2, 1),
      shares: Float64Array.of(0.5, 0.25),
    });
    expect(found.per_neuron.not_positive).toEqual({
      counts: Int32Array.of(1, 2, 1, 1),
      shares: Float64Array.of(0.5, 1, 0.5, 0.5),
    });
    expect(lab.sparsity(vector(0.0005, 0.01)).small).toBe(1);
  });
});
