/** What a race says, as JSON: written by tests/bench/run, and the data of a panel that measures on the visitor's machine. */

export type SpeedActivation = 'gelu' | 'gelu_tanh' | 'relu';

/** One amount of work: a pass of `tokens` tokens through d_model → d_ff → d_model. */
export interface SpeedCase {
  readonly name: string;
  readonly tokens: number;
  readonly d_model: number;
  readonly d_ff: number;
}

/** What repeated measurements say: the middle one, and what a quarter of them stay below and above. */
export interface Spread {
  readonly median: number;
  readonly lower_quartile: number;
  readonly upper_quartile: number;
  readonly count: number;
}

/** `fused` multiply-adds, `fused_loaded` the same with an operand from the first-level cache, `separate` multiply and add, `stream` reading. */
export type CeilingKind = 'fused' | 'fused_loaded' | 'separate' | 'stream';

/** Floating-point operations a second, or for `stream` bytes a second; a kind that the browser cannot run is left out. */
export type Ceilings = Readonly<Partial<Record<CeilingKind, Spread>>>;

/** How one engine did. Either it was measured, or `not_run` says in words why not. */
export interface EngineResult {
  readonly engine: string;
  readonly not_run?: string;
  /** Milliseconds of one pass, input copied in and output copied out. */
  readonly milliseconds?: Spread;
  /** The limit of the machine at that moment, divided by the time: 1 is as fast as the machine's arithmetic or memory allows. */
  readonly share_of_limit?: Spread;
  /** Passes in one sample, so that a sample is long for the clock. */
  readonly passes_per_sample?: number;
  /** Largest absolute difference from the result in float64 with an exact erf, over `checked_tokens` tokens. */
  readonly largest_error?: number;
  readonly checked_tokens?: number;
}

/** All engines on one amount of work, measured in turn. */
export interface RaceResult {
  readonly case: SpeedCase;
  readonly activation: SpeedActivation;
  readonly threads: number;
  readonly rounds: number;
  /** One core alone, and (with two threads) two cores at the same time, added up. */
  readonly ceilings: { readonly one_core: Ceilings; readonly all_cores: Ceilings };
  /** Milliseconds that the machine's arithmetic, or its memory for the weights, needs for the pass; the larger of the two. */
  readonly limit_milliseconds: number;
  readonly engines: readonly EngineResult[];
}

/** What an engine costs before its first result: everything that was fetched, and the time from the start of the page. */
export interface LoadCost {
  readonly engine: string;
  readonly not_run?: string;
  readonly files?: readonly { readonly path: string; readonly bytes: number }[];
  readonly bytes?: number;
  readonly gzip_bytes?: number;
  readonly brotli_bytes?: number;
  readonly milliseconds?: Spread;
}

/** The same passes outside the browser, one thread. */
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

/** The whole file. */
export interface SpeedReport {
  readonly format: 1;
  /** ISO 8601. */
  readonly date: string;
  readonly machine: string;
  /** Cores that other work kept busy just before the race: on a quiet machine next to none. */
  readonly busy_cores: number;
  readonly browser: string;
  readonly quick: boolean;
  readonly engines: readonly EngineDescription[];
  readonly races: readonly RaceResult[];
  readonly load_costs: readonly LoadCost[];
  readonly native: readonly NativeResult[];
}
