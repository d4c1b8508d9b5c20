import { describe, expect, it } from 'vitest';
import type { ActivationKind, Tensor } from 'ffn-lab';
import { load } from 'ffn-lab';
import { largest_error, read_golden, tensor_of } from '../golden.js';
import { load_each } from './variants.js';

const kinds: readonly ActivationKind[] = [
  'relu',
  'gelu',
  'gelu_tanh',
  'gelu_sigmoid',
  'silu',
  'identity',
];
const vector = (...values: number[]): Tensor => ({
  data: Float32Array.from(values),
  shape: [values.length],
});
const matrix = (rows: number, ...values: number[]): Tensor => ({
  data: Float32Array.from(values),
  shape: [rows, values.length / rows],
});
const anything = (value: unknown) => value as never;

describe.each(await load_each())('analysis, variant %s', (_variant, lab) => {
  it('compares activations at 1000 points of [−3, 3], as NumPy and PyTorch do', () => {
    const golden = read_golden('activation_curves');
    const { x, curves } = lab.compare_activations(kinds);
    expect([...x]).toEqual(read_golden('linspace')('notebook').values);
    expect(Object.keys(curves)).toEqual(kinds);
    const ninth = (curve: Float64Array | undefined) =>
      (curve ?? []).filter((_, index) => index % 9 === 0);
    for (const kind of kinds) {
      expect(
        largest_error(ninth(curves[kind]?.value), golden(`value_${kind}`).values),
        kind,
      ).toBeLessThan(1e-15);
      expect(
        largest_error(ninth(curves[kind]?.derivative), golden(`derivative_${kind}`).values),
        kind,
      ).toBeLessThan(2e-15);
    }
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

  it('computes the costs of d_ff / d_model = 1, 2, 4, 8', () => {
    const rows = lab.ratio_costs({ d_model: 256 });
    expect(rows.map(({ ratio, d_ff, parameters }) => [ratio, d_ff, parameters])).toEqual([
      [1, 256, 131584],
      [2, 512, 262912],
      [4, 1024, 525568],
      [8, 2048, 1050880],
    ]);
    expect(rows.map(({ growth }) => growth.toFixed(2))).toEqual(['1.00', '2.00', '3.99', '7.99']);
    expect(lab.ratio_costs({ d_model: 8, ratios: [3], bias: false })).toMatchObject([
      { d_ff: 24, parameters: 2 * 8 * 24, growth: 1 },
    ]);
  });

  it('counts parameters and operations of attention and of whole models', () => {
    expect(lab.attention_cost({ d_model: 768, seq_len: 1024, causal: false })).toEqual({
      parameters: 2362368,
      bytes: 4 * 2362368,
      projections: 8 * 768 * 768,
      scores: 2 * 1024 * 768,
      mixture: 2 * 1024 * 768,
      operations: 8 * 768 * 768 + 4 * 1024 * 768,
    });
    expect(lab.attention_cost({ d_model: 768, seq_len: 1024 }).scores).toBe(1025 * 768);
    expect(lab.model_cost()).toMatchObject({
      parameters: 124439808,
      feed_forward: 56669184,
      output_layer: 0,
      bytes: 4 * 124439808,
    });
    expect(lab.model_cost({ qkv_bias: false }).parameters).toBe(124412160);
    expect(lab.model_cost({ n_layers: 48, d_model: 1600 }).parameters).toBe(1557611200);
    expect(lab.feed_forward_cost({ d_model: 128 })).toMatchObject({
      bytes: 4 * 131712,
      activations: 2 * 512 + 128,
    });
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

  it("agrees with NumPy's histogram and percentiles", () => {
    const golden = read_golden('histogram');
    const normals = tensor_of(golden('normals'));
    for (const [name, options] of [
      ['automatic', { bins: 13 }],
      ['given', { bins: 7, range: [-1, 0.7] as const }],
    ] as const) {
      const { edges, counts, below, above, nan } = lab.histogram(normals, options);
      expect([...edges]).toEqual(golden(`edges_${name}`).values);
      expect([...counts]).toEqual(golden(`counts_${name}`).values);
      expect(counts.reduce((sum, count) => sum + count, below + above + nan)).toBe(500);
    }
    expect(lab.histogram(normals).counts).toHaveLength(10);
    const { edges, below, above } = lab.histogram(normals, { bins: 13, range: 'edge_at_zero' });
    expect(edges).toContain(0);
    expect([below, above]).toEqual([0, 0]);
    expect([...lab.percentiles(normals, golden('percents').values)]).toEqual(
      golden('percentiles_normals').values,
    );
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

  it.each([
    [
      'a number for a list of names',
      () => lab.compare_activations(anything(3)),
      'kinds is 3; expected an array of strings',
    ],
    [
      'numbers for names',
      () => lab.compare_activations(anything([1])),
      'kinds is an array of 1; expected an array of strings',
    ],
    [
      'null for options',
      () => lab.compare_activations(['gelu'], anything(null)),
      'options is null; expected an object',
    ],
    [
      'a text for a point',
      () => lab.activation_difference('gelu', 'relu', { low: anything('0') }),
      'low is "0"; expected a number',
    ],
    [
      'one end of a range',
      () => lab.histogram(vector(1), { range: anything([1]) }),
      'range is an array of 1; expected [low, high] or "edge_at_zero"',
    ],
    [
      'no tensor',
      () => lab.sparsity(anything([1, 2])),
      'tensor is an array of 2; expected a tensor: { data: Float32Array.from(tensor), shape: [2] }',
    ],
    [
      'a number for percents',
      () => lab.percentiles(vector(1), anything(50)),
      'percents is 50; expected an array of numbers',
    ],
    [
      'no options of a cost',
      () => lab.attention_cost(anything(undefined)),
      'options is undefined; expected an object',
    ],
    [
      'a number for a truth value',
      () => lab.model_cost({ qkv_bias: anything(1) }),
      'qkv_bias is 1; expected true or false',
    ],
  ])('rejects the wrong type: %s', (_what, work, message) => {
    expect(work).toThrow(expect.objectContaining({ code: 'invalid_type', message }) as Error);
  });

  it.each([
    [
      'an unknown activation',
      () => lab.compare_activations([anything('swish')]),
      /^activation is "swish"; expected "relu"/,
    ],
    [
      'no activation',
      () => lab.compare_activations([]),
      'activations is 0 names; expected 1 to 6 of them',
    ],
    [
      'half a point',
      () => lab.compare_activations(['gelu'], { points: 2.5 }),
      'points is 2.5; expected an integer from 0 to 9007199254740992',
    ],
    [
      'one point',
      () => lab.compare_activations(['gelu'], { points: 1 }),
      'points is 1; expected an integer from 2 to 1000000',
    ],
    [
      'an empty range',
      () => lab.histogram(vector(1), { range: [2, 1] }),
      'high is 1; expected a finite number above low',
    ],
    [
      'no bins',
      () => lab.histogram(vector(1), { bins: 0 }),
      'bins is 0; expected an integer from 1 to 65536',
    ],
    [
      'unlike shapes',
      () => lab.difference(vector(1, 2), matrix(2, 1, 2)),
      'b is (2, 1); expected shape (2,)',
    ],
    [
      'nothing to count',
      () => lab.sparsity(vector()),
      'tensor is (1, 0); expected one element or more',
    ],
    [
      'a scalar without neurons',
      () => lab.sparsity({ ...vector(1), shape: [] }),
      'tensor is a tensor of shape (); expected one dimension or more',
    ],
    [
      'a NaN threshold',
      () => lab.sparsity(vector(1), { threshold: NaN }),
      'threshold is nan; expected a finite number of 0 or more',
    ],
    [
      'the 101st percentile',
      () => lab.percentiles(vector(1), [101]),
      'percents is 101; expected numbers from 0 to 100',
    ],
    [
      'no layer',
      () => lab.model_cost({ n_layers: 0 }),
      'n_layers is 0; expected an integer from 1 to 2^28',
    ],
    [
      'a ratio of half',
      () => lab.ratio_costs({ d_model: 4, ratios: [0.5] }),
      'ratio is 0.5; expected an integer from 1 to 16777216',
    ],
  ])('rejects the wrong value: %s', (_what, work, message) => {
    expect(work).toThrow(expect.objectContaining({ code: 'invalid_argument' }) as Error);
    expect(work).toThrow(message);
  });

  it('does not leak memory over many calls', () => {
    const values = tensor_of(read_golden('histogram')('normals'));
    const ask = () => {
      lab.compare_activations(kinds);
      lab.histogram(values, { bins: 50 });
      lab.sparsity(values);
      lab.difference(values, values, { percentiles: [50, 99] });
      lab.difference_by_token(values, values);
    };
    for (let i = 0; i < 20; ++i) ask();
    const heap = lab.info().heap_bytes;
    for (let i = 0; i < 300; ++i) ask();
    expect(lab.info().heap_bytes).toBe(heap);
  });
});

describe('analysis, after disposal', () => {
  it('rejects calls on a disposed lab', async () => {
    const lab = await load();
    lab.dispose();
    for (const work of [
      () => lab.model_cost(),
      () => lab.summarize(vector(1)),
      () => lab.dimension_grid(),
    ]) {
      expect(work).toThrow(expect.objectContaining({ code: 'disposed' }) as Error);
    }
  });
});
