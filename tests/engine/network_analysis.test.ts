import { describe, expect, it } from 'vitest';
import type { Lab, Tensor } from 'ffn-lab';
import { load_each } from './variants.js';

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

  it('measures dropout with the options of the network', () => {
    const found = lab.dropout_statistics(ffn, x);
    expect(found.evaluation).toEqual(trace.output);
    expect(found.samples).toHaveLength(10);
    for (const tensor of [found.mean, found.variance, found.theory_variance])
      expect(tensor.shape).toEqual([2, 3, 6]);
    expect(at(found.theory_variance.data, 7)).toBeCloseTo(at(trace.output.data, 7) ** 2 / 3, 12);
    expect(lab.dropout_statistics(ffn, x, { dropout: 0 }).average_variance).toBe(0);
  });

  it('compares two activations on the same weights', () => {
    const found = lab.compare_forward(ffn, x, 'gelu', 'relu');
    expect(lab.forward_statistics(ffn, x)).toEqual(found.a);
    expect(found.b.output).not.toEqual(found.a.output);
    expect(found.output).toEqual(
      lab.difference(
        trace.output,
        lab.FeedForward({ weights: ffn.weights(), activation: 'relu' }).forward(x),
      ),
    );
    expect(ffn.activation).toBe('gelu');
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
});
