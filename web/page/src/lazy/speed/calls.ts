/** What the panel on speed asks of a worker of its own, and what it is told. */
import type { ForwardStage } from 'ffn-lab';
import type { SpeedActivation, SpeedCase, Spread } from '../../speed/results.ts';

/** Builds of the core, the core with Eigen's products, and the loop in plain JavaScript: all on one thread, in this order. */
export const single_engines = ['relaxed', 'simd', 'scalar', 'eigen', 'javascript'] as const;
/** `pool`: the best build on several workers. */
export type EngineName = (typeof single_engines)[number] | 'pool';

export const raced_activations = ['gelu', 'gelu_tanh', 'relu'] as const satisfies SpeedActivation[];

/** In the order of a pass. */
export const forward_stages = ['linear1', 'activation', 'linear2'] as const satisfies ForwardStage[];
export type StageName = (typeof forward_stages)[number];

export interface SpeedCalls {
  engines: { request: EnginesRequest; reply: EnginesReply; progress: number };
  activations: { request: SpeedCase; reply: ActivationsReply; progress: number };
  stages: { request: SpeedCase; reply: StagesReply; progress: number };
}

export interface EnginesRequest {
  readonly work: SpeedCase;
  /** How many workers a pool is to have, each number a measurement of its own; none for no pool. */
  readonly pools: readonly number[];
}

export interface Measured {
  /** Of a pass. */
  readonly milliseconds: Spread;
  /** Microseconds of a pass for each token. */
  readonly per_token: Spread;
  /** Billions of multiplications and additions a second. */
  readonly gflops: Spread;
  /** Of what the machine's arithmetic or its memory allowed at the same moments; 1 is all of it. */
  readonly share: Spread;
  /** In one sample. */
  readonly passes: number;
}

/** `unsupported` by this browser; `too_slow` at the pace of fewer tokens; no workers of workers in this edition; or it `failed`. */
export type Refusal = 'unsupported' | 'too_slow' | 'no_workers' | 'failed';

export interface EngineLine {
  readonly engine: EngineName;
  readonly workers: number;
  readonly measured?: Measured;
  /** Largest absolute difference from the result of the first engine. */
  readonly difference?: number;
  readonly refused?: { readonly reason: Refusal; readonly detail: string };
}

/** Measured beside the engines: what loops that do nothing else reach. */
export interface Limits {
  readonly workers: number;
  /** Billions of operations a second: multiply-add in one instruction, where the browser has it, and in two. */
  readonly fused?: Spread;
  readonly separate: Spread;
  /** Billions of bytes of weights read a second. */
  readonly stream: Spread;
  /** What these allow for the work, in billions of operations a second. */
  readonly gflops: number;
}

export interface MeasuredOnce {
  readonly work: SpeedCase;
  /** ISO 8601. */
  readonly date: string;
  /** Number of rounds in which all took their turn. */
  readonly rounds: number;
}

export interface EnginesReply extends MeasuredOnce {
  readonly activation: SpeedActivation;
  readonly lines: readonly EngineLine[];
  /** Of one core, then of as many as each pool had. */
  readonly limits: readonly Limits[];
}

export interface ActivationsReply extends MeasuredOnce {
  readonly engine: EngineName;
  readonly activations: Readonly<Record<(typeof raced_activations)[number], Measured>>;
  /** Time with exact GELU divided by time with ReLU, of the medians. */
  readonly ratio: number;
  /** The middle halves of the two have no time in common. */
  readonly apart: boolean;
  readonly limits: Limits;
}

/** A stage of a pass, run by itself. */
export interface MeasuredStage {
  readonly milliseconds: Spread;
  readonly per_token: Spread;
  /** Of the products: billions of multiplications and additions a second. */
  readonly gflops?: Spread;
  /** Its median divided by that of the pass. */
  readonly of_pass: number;
}

export interface StagesReply extends MeasuredOnce {
  readonly engine: EngineName;
  readonly activation: SpeedActivation;
  readonly stages: Readonly<Record<StageName, MeasuredStage>>;
  /** By the public call: with the copies of the input and the output. */
  readonly pass: Measured;
  /** What of the pass is in none of the stages; below zero where chance is larger. */
  readonly rest: number;
  readonly limits: Limits;
}
