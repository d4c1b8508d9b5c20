import type { DropoutExperiment, DropoutStatistics } from './network_analysis_types.js';
import { Owned } from './owned.js';
import type { Lifetime } from './owned.js';
import type { RawDropoutRun, RawOptions } from './raw_analysis.js';
import type { RawFeedForward, RawModule } from './raw_module.js';
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
 * The passes of `lab.dropout_statistics` a few at a time, for who wants to show how far they have come, or to stop. The run has copies of the
 * network and of its input: what becomes of them does not matter to it.
 */
export class DropoutRun extends Owned<RawDropoutRun> {
  /** @internal Use `lab.DropoutRun(ffn, x, options)`. */
  constructor(module: RawModule, lab: Lifetime, ffn: RawFeedForward, x: Tensor, options: DropoutExperiment) {
    const read = read_experiment(options);
    super('DropoutRun', value_of(module.make_dropout_run(ffn, expect_tensor('x', x), read)), lab);
  }

  /** Passes done. */
  get passes(): number {
    return this.raw.passes;
  }

  /** Does `count` more passes, or as many as are left. Returns how many those were. */
  advance(count: number): number {
    return value_of(this.raw.advance(expect_number('count', count)));
  }

  /** Of the passes done: bit for bit what `dropout_statistics` says of so many. @throws FfnError `invalid_argument` before the second pass */
  statistics(): DropoutStatistics {
    return value_of(this.raw.statistics());
  }
}

/** @internal All passes at once. */
export function dropout_statistics(run: DropoutRun): DropoutStatistics {
  try {
    while (run.advance(1000) > 0);
    return run.statistics();
  } finally {
    run.dispose();
  }
}
