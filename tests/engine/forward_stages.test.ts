import { describe, expect, it } from 'vitest';
import type { ForwardStage } from 'ffn-lab';
import { load_each } from './variants.js';

// tests/analysis/forward_stages_test.cpp compares the output of the stages bit by bit with that of
// a pass.
describe.each(await load_each())('forward_stages, variant %s', (_variant, lab) => {
  using rng = lab.RandomState(42);
  const x = rng.randn([4, 8, 64]);

  it('run a named stage for a number of passes and return nothing', () => {
    using ffn = lab.FeedForward({ d_model: 64, seed: 3 });
    using stages = lab.ForwardStages(ffn, x);
    for (const stage of ['linear1', 'activation', 'linear2'] as const) {
      expect(stages.run(stage)).toBeUndefined();
      expect(stages.run(stage, 20)).toBeUndefined();
    }
  });

  it('do not depend on the network and the input after creation', () => {
    const ffn = lab.FeedForward({ d_model: 64, activation: 'silu', gated: true, seed: 3 });
    using stages = lab.ForwardStages(ffn, x);
    ffn.dispose();
    expect(stages.run('linear2', 2)).toBeUndefined();
  });

  it.each<[string, string, number, string]>([
    [
      'an unknown stage',
      'gate',
      1,
      'stage is "gate"; expected "linear1", "activation" or "linear2"',
    ],
    ['zero passes', 'linear1', 0, 'passes is 0; expected an integer from 1 to 1000000'],
    ['half a pass', 'linear1', 0.5, 'passes is 0.5; expected an integer from 1 to 1000000'],
  ])('rejects %s', (_name, stage, passes, message) => {
    using ffn = lab.FeedForward({ d_model: 64 });
    using stages = lab.ForwardStages(ffn, x);
    expect(() => stages.run(stage as ForwardStage, passes)).toThrow(message);
  });

  it('rejects an input of another width or without tokens', () => {
    using ffn = lab.FeedForward({ d_model: 4 });
    expect(() => lab.ForwardStages(ffn, x)).toThrow(
      'x is a tensor of shape (4, 8, 64); expected a last dimension of 4',
    );
    expect(() => lab.ForwardStages(ffn, { data: new Float32Array(), shape: [0, 4] })).toThrow(
      'tokens is 0; expected 1 or more',
    );
    expect(() => lab.ForwardStages({} as never, x)).toThrow(
      'ffn is an object; expected a FeedForward of the same lab',
    );
  });
});
