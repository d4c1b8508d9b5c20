import { describe, expect, it } from 'vitest';
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
});
