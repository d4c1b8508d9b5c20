import { describe, expect, it } from 'vitest';
import type { Tensor } from 'ffn-lab';
import { load_each } from './variants.js';

describe.each(await load_each())('dropout_run, variant %s', (_variant, lab) => {
  using rng = lab.RandomState(42);
  const x = rng.randn([2, 3, 6]);
  const ffn = lab.FeedForward({
    d_model: 6,
    d_ff: 10,
    seed: 3,
    dropout: 0.25,
    dropout_placement: 'output',
  });
  const options = { dropout: 0.3, passes: 20, seed: 7, token: 1, feature: 2 };

  it('runs a few passes at a time with the statistics of dropout_statistics', () => {
    using run = lab.DropoutRun(ffn, x, options);
    expect(() => run.statistics()).toThrow(
      'passes done is 0; expected 2 or more: of one there is no variance',
    );
    expect([run.advance(0), run.advance(1), run.advance(7), run.passes]).toEqual([0, 1, 7, 8]);
    expect(run.statistics()).toEqual(lab.dropout_statistics(ffn, x, { ...options, passes: 8 }));
    expect([run.advance(100), run.advance(1), run.passes]).toEqual([12, 0, 20]);
    expect(run.statistics()).toEqual(lab.dropout_statistics(ffn, x, options));
  });

  it('uses dropout and placement of the network, which may be disposed afterwards', () => {
    using other = lab.FeedForward({
      weights: ffn.weights(),
      dropout: 0.25,
      dropout_placement: 'output',
    });
    const input: Tensor = { data: x.data.slice(), shape: x.shape };
    using run = lab.DropoutRun(other, input);
    const expected = lab.dropout_statistics(other, input);
    input.data.fill(NaN);
    other.set_weights(lab.FeedForward({ d_model: 6, d_ff: 10, seed: 4 }).weights());
    other.dispose();
    run.advance(10);
    expect(run.statistics()).toEqual(expected);
  });
});
