/** Format of the benchmark results, as JSON: written by tests/bench/run, and produced by the speed panel on the user's machine. */

export type SpeedActivation = 'gelu' | 'gelu_tanh' | 'relu';

/** `sustained`: calls one right after the other; `burst`: single calls, each after an idle pause, as on a page that computes once per gesture. */
export type SpeedMode = 'sustained' | 'burst';

/** The size of a benchmark: a forward pass of `tokens` tokens through d_model → d_ff → d_model. */
export interface SpeedCase {
  readonly name: string;
  readonly tokens: number;
  readonly d_model: number;
  readonly d_ff: number;
}

/** Median and quartiles of repeated measurements. */
export interface Spread {
  readonly median: number;
  readonly lower_quartile: number;
  readonly upper_quartile: number;
  readonly count: number;
}

/** `fused`: multiply-adds; `fused_loaded`: with one operand from the L1 cache; `separate`: multiply, then add; `stream`: memory reads. */
export type CeilingKind = 'fused' | 'fused_loaded' | 'separate' | 'stream';

/** Floating-point operations per second, or bytes per second for `stream`; kinds that the browser does not support are absent. */
export type Ceilings = Readonly<Partial<Record<CeilingKind, Spread>>>;

/** Result of one engine. `not_run` is the reason, as text, why it was not measured. */
export interface EngineResult {
  readonly engine: string;
  readonly not_run?: string;
  /** Milliseconds per pass, with the copies of the input and the output. */
  readonly milliseconds?: Spread;
  /** Lower bound of the time at the ceilings of the moment, divided by the measured time: 1 is the machine's limit. */
  readonly share_of_limit?: Spread;
  /** Passes in one sample: enough to make the clock's resolution negligible. A burst has one, except where the clock is too coarse for it. */
  readonly passes_per_sample?: number;
  /** Largest absolute difference from a float64 reference with an exact erf, over `checked_tokens` tokens. */
  readonly largest_error?: number;
  readonly checked_tokens?: number;
}

/** Results of all engines on the same work; their samples are interleaved. */
export interface RaceResult {
  readonly case: SpeedCase;
  readonly activation: SpeedActivation;
  readonly threads: number;
  readonly mode: SpeedMode;
  readonly rounds: number;
  /** Ceilings of one core, and the sum over as many cores as threads, measured concurrently. */
  readonly ceilings: { readonly one_core: Ceilings; readonly all_cores: Ceilings };
  /** Lower bound of a pass in milliseconds: the time for its arithmetic or for reading the weights, whichever is longer. */
  readonly limit_milliseconds: number;
  readonly engines: readonly EngineResult[];
}

/** Cost of an engine's first result: the files fetched, and the milliseconds since the start of the page load. */
export interface LoadCost {
  readonly engine: string;
  readonly not_run?: string;
  readonly files?: readonly { readonly path: string; readonly bytes: number }[];
  readonly bytes?: number;
  readonly gzip_bytes?: number;
  readonly brotli_bytes?: number;
  readonly milliseconds?: Spread;
}

/** Native time of the same passes, on one thread outside the browser. */
export interface NativeResult {
  readonly engine: string;
  readonly case: SpeedCase;
  readonly activation: SpeedActivation;
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
  /** Number of cores that other processes used just before the benchmark; near 0 on an idle machine. */
  readonly busy_cores: number;
  readonly browser: string;
  readonly quick: boolean;
  readonly engines: readonly EngineDescription[];
  readonly races: readonly RaceResult[];
  readonly load_costs: readonly LoadCost[];
  readonly native: readonly NativeResult[];
}
