import { describe, expect, it } from 'vitest';
import type { FeedForward, Lab, Tensor } from 'ffn-lab';
import { load } from 'ffn-lab';
import { read_golden, tensor_of } from '../golden.js';
import { load_each } from './variants.js';

const anything = (value: unknown) => value as never;

function random_tensor(lab: Lab, shape: readonly number[], seed = 42): Tensor {
  using rng = lab.RandomState(seed);
  return rng.randn(shape);
}

/** Returns element i of a tensor. Throws if there is none. */
function at(values: ArrayLike<number> | undefined, index: number): number {
  const value = values?.[index];
  if (value === undefined) throw new Error(`no element ${index}`);
  return value;
}

describe.each(await load_each())('network analysis, variant %s', (_variant, lab) => {
  const ffn = lab.FeedForward({
    d_model: 6,
    d_ff: 10,
    seed: 3,
    dropout: 0.25,
    dropout_placement: 'output',
  });
  const x = random_tensor(lab, [2, 3, 6]);
  const trace = ffn.trace(x);

  it('checks the default grid and other configurations', () => {
    const grid = lab.dimension_grid();
    expect(grid.map(({ input, hidden, output }) => [input, hidden, output])).toEqual([
      [
        [2, 10, 128],
        [2, 10, 512],
        [2, 10, 128],
      ],
      [
        [4, 20, 256],
        [4, 20, 1024],
        [4, 20, 256],
      ],
      [
        [8, 50, 512],
        [8, 50, 2048],
        [8, 50, 512],
      ],
    ]);
    expect(grid.every(({ preserved, finite }) => preserved && finite)).toBe(true);
    const report = lab.dimension_check({ d_model: 256, batch: 4, seq_len: 16 });
    expect(report).toEqual({
      input: [4, 16, 256],
      pre_activation: [4, 16, 1024],
      hidden: [4, 16, 1024],
      output: [4, 16, 256],
      preserved: true,
      finite: true,
      parameter_count: 525568,
    });
    expect(lab.dimension_grid([{ d_model: 4, gated: true }])).toMatchObject([
      { gate: [1, 1, 16], parameter_count: 3 * 64 + 16 + 16 + 4 },
    ]);
    expect(lab.dimension_grid([])).toEqual([]);
  });

  it('finds the network position-wise to the bit', () => {
    const found = lab.independence(ffn, x, { changed_token: 4 });
    expect(found.independent).toBe(true);
    expect(found.alone).toMatchObject({ count: 36, differing: 0, largest: 0 });
    expect(found.others).toMatchObject({ count: 30, differing: 0, largest: 0 });
    expect(found.changed.count).toBe(6);
    expect(found.changed.differing).toBeGreaterThan(0);
    expect([...found.permutation].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(found.permutation.some((from, to) => from === to)).toBe(false);
  });

  it.each(['hidden', 'output'] as const)(
    'measures dropout and compares it with theory, placement %s',
    (dropout_placement) => {
      const found = lab.dropout_statistics(ffn, x, {
        dropout: 0.3,
        dropout_placement,
        passes: 3000,
        seed: 1,
        token: 5,
        feature: 2,
      });
      expect(found.evaluation).toEqual(trace.output);
      for (const tensor of [found.mean, found.variance, found.theory_variance])
        expect(tensor.shape).toEqual([2, 3, 6]);
      for (let i = 0; i < 36; ++i) {
        const mean_gap = Math.abs(at(found.mean.data, i) - at(found.evaluation.data, i));
        expect(mean_gap).toBeLessThan(5 * at(found.mean_error.data, i) + 1e-6);
        const variance_gap = Math.abs(
          at(found.variance.data, i) - at(found.theory_variance.data, i),
        );
        expect(variance_gap).toBeLessThan(5 * at(found.variance_error.data, i));
      }
      expect(Math.abs(found.average_variance - found.average_theory)).toBeLessThan(
        5 * found.average_error,
      );
      const mean = found.samples.reduce((sum, sample) => sum + sample / 3000, 0);
      expect(mean).toBeCloseTo(at(found.mean.data, 5 * 6 + 2), 6);
    },
  );

  it('uses dropout and placement of the network, and finds no variance without dropout', () => {
    const found = lab.dropout_statistics(ffn, x);
    expect(found.samples).toHaveLength(10);
    expect(at(found.theory_variance.data, 7)).toBeCloseTo(at(trace.output.data, 7) ** 2 / 3, 12);
    const none = lab.dropout_statistics(ffn, x, { dropout: 0 });
    expect([
      none.average_variance,
      none.average_theory,
      none.average_error,
      none.largest_mean_gap,
    ]).toEqual([0, 0, 0, 0]);
    expect(new Set(none.variance.data)).toEqual(new Set([0]));
  });

  it('lists dead and silent units', () => {
    const pre_activation = { data: Float32Array.of(-1, 0.5, 0, -2, -1, 0.01), shape: [2, 3] };
    const hidden = { data: Float32Array.of(0, 0.5, 0, 0, 0, 0.01), shape: [2, 3] };
    expect(
      lab.dead_units({ pre_activation, hidden }, { activation: 'relu', threshold: 0.1 }),
    ).toEqual({
      tokens: 2,
      units: 3,
      dead: Int32Array.of(0),
      silent: Int32Array.of(0, 2),
      active_share: Float64Array.of(0, 0.5, 0.5),
    });
    expect(lab.dead_units(trace, { activation: 'gelu' }).dead).toHaveLength(0);
  });

  it('ranks neurons; their contributions add up to the output', () => {
    const ranking = lab.rank_neurons(ffn, trace, { token: 1, top: 100 });
    expect(ranking.neuron).toHaveLength(10);
    expect(at(ranking.cumulative_share, 9)).toBeCloseTo(1, 12);
    const sums = [...(ffn.weights().b2?.data ?? [])];
    ranking.neuron.forEach((neuron, place) => {
      const unit = lab.neuron(ffn, trace, { token: 1, neuron });
      expect(unit.strength).toBeCloseTo(at(ranking.strength, place), 14);
      expect(unit.coefficient).toBe(trace.hidden.data[10 + neuron]);
      expect(unit.key).toEqual(ffn.weights().w1.data.slice(6 * neuron, 6 * neuron + 6));
      unit.contribution.forEach((part, feature) => (sums[feature] = at(sums, feature) + part));
    });
    sums.forEach((sum, feature) => expect(sum).toBeCloseTo(at(trace.output.data, 6 + feature), 6));
    expect(lab.rank_neurons(ffn, trace, { top: 3 }).strength).toHaveLength(3);
  });

  it('silences neurons and inverts their sign, before and after the activation', () => {
    const silenced = lab.ablate(ffn, x, { neurons: [4] });
    expect(silenced.baseline).toEqual(trace.output);
    const { contribution } = lab.neuron(ffn, trace, { token: 5, neuron: 4 });
    contribution.forEach((part, feature) => {
      expect(at(silenced.output.data, 30 + feature)).toBeCloseTo(
        at(trace.output.data, 30 + feature) - part,
        6,
      );
    });
    const same = lab.ablate(ffn, x, { neurons: [4, 5], factor: 1, site: 'before_activation' });
    expect(same.output).toEqual(same.baseline);
    const flipped = lab.ablate(ffn, x, { neurons: [4], factor: -1, site: 'before_activation' });
    expect(flipped.output).not.toEqual(lab.ablate(ffn, x, { neurons: [4], factor: -1 }).output);
  });

  it('traces every cell of both layers, to the bit', () => {
    const check = (
      layer: 'linear1' | 'linear2',
      input: Tensor,
      output: Tensor,
      features: number,
    ) => {
      output.data.forEach((cell, index) => {
        const place = { layer, token: Math.floor(index / features), feature: index % features };
        const found = lab.trace_dot(ffn, input, place);
        expect(found.computed).toBe(cell);
        expect(found.sum).toBeCloseTo(cell, 5);
        expect(at(found.partial_sums, found.terms.length - 1) + found.bias).toBe(found.sum);
        expect(found.terms).toEqual(
          Float64Array.from(found.input, (value, k) => value * at(found.weight, k)),
        );
      });
    };
    check('linear1', x, trace.pre_activation, 10);
    check('linear2', trace.hidden_dropped, trace.output, 6);
  });

  it('compares GELU with ReLU on the same weights', () => {
    const golden = read_golden('forward_statistics');
    const weights_of = read_golden('biased');
    const tensor = (name: string) => tensor_of(weights_of(name));
    using network = lab.FeedForward({
      weights: { w1: tensor('w1'), b1: tensor('b1'), w2: tensor('w2'), b2: tensor('b2') },
    });
    const found = lab.compare_forward(network, tensor('x'), 'gelu', 'relu');
    expect(found.a.output.mean).toBeCloseTo(at(golden('output_gelu').values, 0), 6);
    expect(found.b.output.standard_deviation).toBeCloseTo(at(golden('output_relu').values, 1), 5);
    expect(found.output.mean).toBeCloseTo(at(golden('output_difference').values, 0), 6);
    expect(found.output.largest).toBeCloseTo(at(golden('output_difference').values, 1), 5);
    expect(lab.forward_statistics(network, tensor('x'))).toEqual(found.a);
    expect(network.activation).toBe('gelu');
  });

  it.each([
    [
      'no network',
      () => lab.independence(anything({}), x),
      'ffn is an object; expected a FeedForward of the same lab',
    ],
    [
      'a generator for a network',
      () => lab.forward_statistics(anything(null), x),
      'ffn is null; expected a FeedForward of the same lab',
    ],
    [
      'no tensor',
      () => lab.ablate(ffn, anything(3), { neurons: [1] }),
      'x is 3; expected an object',
    ],
    [
      'no neurons',
      () => lab.ablate(ffn, x, anything({})),
      'neurons is undefined; expected an array of numbers',
    ],
    [
      'no trace',
      () => lab.dead_units(anything(undefined), { activation: 'relu' }),
      'trace is undefined; expected an object',
    ],
    [
      'half a trace',
      () => lab.dead_units(anything({ hidden: x }), { activation: 'relu' }),
      'pre_activation is undefined; expected an object',
    ],
    [
      'no activation',
      () => lab.dead_units(trace, anything({})),
      'activation is undefined; expected a string',
    ],
    [
      'no layer',
      () => lab.trace_dot(ffn, x, anything({})),
      'layer is undefined; expected a string',
    ],
    [
      'one configuration for many',
      () => lab.dimension_grid(anything({})),
      'configurations is an object; expected an array of configurations',
    ],
    [
      'texts for numbers',
      () => lab.dropout_statistics(ffn, x, { passes: anything('10') }),
      'passes is "10"; expected a number',
    ],
  ])('rejects the wrong type: %s', (_what, work, message) => {
    expect(work).toThrow(expect.objectContaining({ code: 'invalid_type', message }) as Error);
  });

  const narrow = random_tensor(lab, [2, 5]);
  it.each([
    [
      'a narrow input',
      () => lab.independence(ffn, narrow),
      'x is a tensor of shape (2, 5); expected a last dimension of 6',
    ],
    [
      'a token too many',
      () => lab.independence(ffn, x, { changed_token: 6 }),
      'changed_token is 6; expected an integer from 0 to 5',
    ],
    [
      'everything dropped',
      () => lab.dropout_statistics(ffn, x, { dropout: 1 }),
      'dropout is 1; expected a probability from 0 to below 1',
    ],
    [
      'one pass',
      () => lab.dropout_statistics(ffn, x, { passes: 1 }),
      'passes is 1; expected an integer from 2 to 1000000',
    ],
    [
      'an unknown placement',
      () => lab.dropout_statistics(ffn, x, { dropout_placement: anything('x') }),
      'dropout_placement is "x"; expected "hidden" or "output"',
    ],
    [
      'an unknown site',
      () => lab.ablate(ffn, x, { neurons: [1], site: anything('x') }),
      'site is "x"; expected "before_activation" or "after_activation"',
    ],
    [
      'a neuron twice',
      () => lab.ablate(ffn, x, { neurons: [1, 1] }),
      'neurons is 1 twice; expected each neuron once',
    ],
    [
      'half a neuron',
      () => lab.ablate(ffn, x, { neurons: [0.5] }),
      'neurons is 0.5; expected an integer from 0 to 2147483647',
    ],
    [
      'a trace of another network',
      () => lab.rank_neurons(ffn, { hidden_dropped: x }),
      'hidden_dropped is (6, 6); expected shape (6, 10)',
    ],
    [
      'a neuron too many',
      () => lab.neuron(ffn, trace, { token: 0, neuron: 10 }),
      'neuron is 10; expected an integer from 0 to 9',
    ],
    [
      'a gate without a gate',
      () => lab.trace_dot(ffn, x, { layer: 'gate' }),
      'layer is "gate"; expected "linear1" or "linear2"',
    ],
    [
      'too large a check',
      () => lab.dimension_check({ d_model: 8192, d_ff: 8192 }),
      'weight is (8192, 8192); expected at most 16777216 elements',
    ],
    [
      'a batch of none',
      () => lab.dimension_check({ d_model: 8, batch: 0 }),
      'x is (0, 1, 8); expected dimensions of 1 or more',
    ],
  ])('rejects the wrong value: %s', (_what, work, message) => {
    expect(work).toThrow(expect.objectContaining({ code: 'invalid_argument', message }) as Error);
  });

  it('rejects disposed networks and those of another lab', async () => {
    const disposed = lab.FeedForward({ d_model: 6 });
    disposed.dispose();
    expect(() => lab.independence(disposed, x)).toThrow(
      expect.objectContaining({ code: 'disposed' }) as Error,
    );
    const other: FeedForward = (await load()).FeedForward({ d_model: 6 });
    expect(() => lab.independence(other, x)).toThrow(
      'ffn is an object; expected a FeedForward of the same lab',
    );
    other.dispose();
  });

  it('does not leak memory over many calls', () => {
    const ask = () => {
      lab.independence(ffn, x);
      lab.dropout_statistics(ffn, x);
      lab.rank_neurons(ffn, trace);
      lab.ablate(ffn, x, { neurons: [0] });
      lab.trace_dot(ffn, x, { layer: 'linear1' });
      lab.compare_forward(ffn, x, 'gelu', 'relu');
      lab.dead_units(trace, { activation: 'gelu' });
    };
    for (let i = 0; i < 50; ++i) ask();
    const heap = lab.info().heap_bytes;
    for (let i = 0; i < 500; ++i) ask();
    expect(lab.info().heap_bytes).toBe(heap);
  });
});
