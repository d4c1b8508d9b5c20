/**
 * The cases of the benchmark, and the format of its results as JSON, which tests/bench/run writes.
 */
import { notebook_case } from '../../web/page/src/steps/speed/harness/cases.ts';
import type { SpeedActivation, SpeedCase } from '../../web/page/src/steps/speed/harness/cases.ts';
import type { RaceResult, Spread } from '../../web/page/src/steps/speed/harness/race.ts';

const gpt2_case = (tokens: number): SpeedCase => ({
  name: `t${tokens}`,
  tokens,
  d_model: 768,
  d_ff: 3072,
});

/** Sorted from small to large; benchmarks run in this order. */
export const speed_cases: readonly SpeedCase[] = [
  { name: 's10', tokens: 10, d_model: 128, d_ff: 512 },
  ...[1, 8, 32, 128, 512].map(gpt2_case),
  notebook_case,
  gpt2_case(4096),
];

const with_gradients = (work: SpeedCase): SpeedCase => ({ ...work, task: 'gradients' });

/** Sizes at which the gradients of x and of all parameters are computed, too. */
export const gradient_cases: readonly SpeedCase[] = [
  { name: 's10', tokens: 10, d_model: 128, d_ff: 512 },
  { name: 'm64', tokens: 64, d_model: 256, d_ff: 1024 },
  ...[8, 32, 128].map(gpt2_case),
].map(with_gradients);

/** A step of training the model of the facts: the sizes of its network, for each of its tokens. */
export const training_cases: readonly SpeedCase[] = [
  { name: 'facts', tokens: 96, d_model: 64, d_ff: 256, task: 'training' },
];

/** Result of one engine. `not_run` is the reason, as text, why it was not measured. */
export interface EngineResult extends Partial<RaceResult['engines'][number]> {
  readonly engine: string;
  readonly not_run?: string;
  /**
   * Largest absolute difference from a float64 reference with an exact erf, over `checked_tokens`
   * tokens.
   */
  readonly largest_error?: number;
  readonly checked_tokens?: number;
}

/** A race with the results of all engines, also of those that were not measured. */
export type RaceReport = Omit<RaceResult, 'engines'> & {
  readonly engines: readonly EngineResult[];
  /** Number of cores that other processes used during the race. */
  readonly busy_cores?: number;
};

/**
 * Cost of an engine's first result: the files fetched, and the milliseconds since the start of the
 * page load.
 */
export interface LoadCost {
  readonly engine: string;
  readonly not_run?: string;
  readonly files?: readonly { readonly path: string; readonly bytes: number }[];
  readonly bytes?: number;
  readonly gzip_bytes?: number;
  readonly brotli_bytes?: number;
  readonly milliseconds?: Spread;
}

/** Native time of the same work, outside the browser. */
export interface NativeResult {
  readonly engine: string;
  readonly case: SpeedCase;
  readonly activation: SpeedActivation;
  /** Threads of the other engines; the C++ library computes in the thread that calls it. */
  readonly threads: number;
  readonly milliseconds: Spread;
}

export interface EngineDescription {
  readonly engine: string;
  readonly label: string;
  readonly version: string;
}

/** The whole report file. */
export interface SpeedReport {
  readonly format: 2;
  /** ISO 8601. */
  readonly date: string;
  readonly machine: string;
  /** Largest number of cores that other processes used during a race; near 0 on an idle machine. */
  readonly busy_cores: number;
  readonly browser: string;
  readonly quick: boolean;
  readonly engines: readonly EngineDescription[];
  readonly races: readonly RaceReport[];
  readonly load_costs: readonly LoadCost[];
  readonly native: readonly NativeResult[];
}
