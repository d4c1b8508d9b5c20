import type { DropoutExperiment, DropoutStatistics } from './network_analysis_types.js';
import type { Core } from './core.js';
import { Owned, raw_of } from './owned.js';
import type { RawDropoutRun, RawOptions } from './raw_analysis.js';
import type { RawFeedForward } from './raw_module.js';
import { value_of } from './raw_module.js';
import type { Tensor } from './types.js';
import { expect_number, expect_options, expect_string, expect_tensor, optional } from './validate.js';

function read_experiment(options: DropoutExperiment): RawOptions {
  const given = expect_options('options', options, ['dropout', 'dropout_placement', 'passes', 'seed', 'token', 'feature']);
  return {
    dropout: optional(expect_number, 'dropout', given.dropout),
    dropout_placement: optional(expect_string, 'dropout_placement', given.dropout_placement),
    passes: expect_number('passes', given.passes, 10),
    seed: expect_number('seed', given.seed, 0),
    token: expect_number('token', given.token, 0),
    feature: expect_number('feature', given.feature, 0),
  };
}

/**
 * The passes of `lab.dropout_statistics`, executed a few at a time, so that the caller can show progress or stop early. The run copies the
 * network and the input; later changes to them have no effect.
 */
export class DropoutRun extends Owned<RawDropoutRun> {
  /** @internal Use `lab.DropoutRun(ffn, x, options)`. */
  constructor(core: Core, ffn: RawFeedForward, x: Tensor, options: DropoutExperiment) {
    super('DropoutRun', core, (module) => {
      const read = read_experiment(options);
      return value_of(module.make_dropout_run(ffn, expect_tensor('x', x), read));
    });
    Object.freeze(this);
  }

  /** Number of completed passes. */
  get passes(): number {
    return raw_of(this).passes;
  }

  /** Executes up to `count` more passes. Returns the number of executed passes, which is smaller at the end of the run. */
  advance(count: number): number {
    return value_of(raw_of(this).advance(expect_number('count', count)));
  }

  /**
   * Returns the statistics of the completed passes, bit-identical to `dropout_statistics` with that number of passes.
   * @throws FfnError `invalid_argument` before the second pass
   */
  statistics(): DropoutStatistics {
    return value_of(raw_of(this).statistics());
  }
}

/** @internal Executes all passes and disposes of the run. */
export function dropout_statistics(run: DropoutRun): DropoutStatistics {
  try {
    while (run.advance(1000) > 0);
    return run.statistics();
  } finally {
    run.dispose();
  }
}
