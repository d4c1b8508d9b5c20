/** Calls of the speed panel to its own worker, and their replies. */
import type { ForwardStage } from 'ffn-lab';
import type { SpeedActivation, SpeedCase, SpeedMode, Spread } from '../../speed/results.ts';

/** Builds of the core, the core with Eigen's matrix products, and the plain JavaScript loops. All run on one thread, listed in this order. */
export const single_engines = ['relaxed', 'simd', 'scalar', 'eigen', 'javascript'] as const;
/** `pool` is the best build on several workers. */
export type EngineName = (typeof single_engines)[number] | 'pool';

export const raced_activations = ['gelu', 'gelu_tanh', 'relu'] as const satisfies SpeedActivation[];

/** In the order of execution. */
export const forward_stages = ['linear1', 'activation', 'linear2'] as const satisfies ForwardStage[];
export type StageName = (typeof forward_stages)[number];

export interface SpeedCalls {
  engines: { request: EnginesRequest; reply: Readonly<Record<SpeedMode, EnginesReply>>; progress: number };
  activations: { request: SpeedCase; reply: ActivationsReply; progress: number };
  stages: { request: SpeedCase; reply: StagesReply; progress: number };
}

export interface EnginesRequest {
  readonly work: SpeedCase;
  /** Pool sizes to measure, in workers; each size is a separate measurement. */
  readonly pools: readonly number[];
}

export interface Measured {
  /** Milliseconds per pass. */
  readonly milliseconds: Spread;
  /** Microseconds per token. */
  readonly per_token: Spread;
  /** Billions of multiplications and additions per second. */
  readonly gflops: Spread;
  /** Measured rate divided by the machine's limit (arithmetic or memory bandwidth) at the same time; 1 is the limit. */
  readonly share: Spread;
  /** Passes in one sample; in a burst single ones, whose mean is the sample. */
  readonly passes: number;
}

/** `too_slow`: extrapolated from a pass of few tokens; `no_workers`: this edition cannot start workers from a worker. */
export type Refusal = 'unsupported' | 'too_slow' | 'no_workers' | 'failed';

export interface EngineLine {
  readonly engine: EngineName;
  readonly workers: number;
  readonly measured?: Measured;
  /** Largest absolute difference from the output of the first engine. */
  readonly difference?: number;
  readonly refused?: { readonly reason: Refusal; readonly detail: string };
}

/** Peak rates reached by microbenchmark loops, measured between the rounds of the engines. */
export interface Limits {
  readonly workers: number;
  /** Billions of operations per second: `fused` multiply-adds (absent if the browser has none), or `separate` multiplications and additions. */
  readonly fused?: Spread;
  readonly separate: Spread;
  /** Gigabytes of weights read per second. */
  readonly stream: Spread;
  /** Upper bound for this work at these rates, in billions of operations per second. */
  readonly gflops: number;
}

export interface MeasuredOnce {
  readonly work: SpeedCase;
  /** ISO 8601. */
  readonly date: string;
  /** Number of rounds; every contestant ran in each, except the slow ones. */
  readonly rounds: number;
}

export interface EnginesReply extends MeasuredOnce {
  readonly mode: SpeedMode;
  readonly activation: SpeedActivation;
  readonly lines: readonly EngineLine[];
  /** Limits of one core, then of as many cores as each pool has workers. */
  readonly limits: readonly Limits[];
}

export interface ActivationsReply extends MeasuredOnce {
  readonly engine: EngineName;
  readonly activations: Readonly<Record<(typeof raced_activations)[number], Measured>>;
  /** Median time with exact GELU divided by median time with ReLU. */
  readonly ratio: number;
  /** Whether the interquartile ranges of the two times are disjoint. */
  readonly apart: boolean;
  readonly limits: Limits;
}

/** A stage of a pass, measured separately. */
export interface MeasuredStage {
  readonly milliseconds: Spread;
  readonly per_token: Spread;
  /** Billions of multiplications and additions per second; for the matrix products only. */
  readonly gflops?: Spread;
  /** Median time of the stage divided by the median time of the pass. */
  readonly of_pass: number;
}

export interface StagesReply extends MeasuredOnce {
  readonly engine: EngineName;
  readonly activation: SpeedActivation;
  readonly stages: Readonly<Record<StageName, MeasuredStage>>;
  /** The public `forward` call, with the copies of the input and the output. */
  readonly pass: Measured;
  /** Share of the pass that is in none of the stages; measurement noise can make it negative. */
  readonly rest: number;
  readonly limits: Limits;
}
