/** What the page asks of the worker in which the two networks of the race are trained. */
import type { Dataset, Histogram, NonFinite, TrainableWeights } from 'ffn-lab';
import type { RaceChange } from '../../race_changes.ts';
import type { RaceSettings } from './settings.ts';

export const networks = ['gelu', 'relu'] as const;
export type Network = (typeof networks)[number];
export type Both<Value> = Readonly<Record<Network, Value>>;

export const hidden_tensors = ['pre_activation', 'hidden'] as const;
export type HiddenTensor = (typeof hidden_tensors)[number];

export interface TrainingCalls {
  start: { request: StartRequest; reply: RaceInfo };
  show: { request: ShowRequest; reply: Frame; progress: number };
  weights: { request: { readonly race: number; readonly network: Network }; reply: TrainableWeights };
  replay: { request: { readonly race: number }; reply: Replay; progress: number };
}

export interface StartRequest {
  /** Numbers the races of a page. */
  readonly race: number;
  readonly settings: RaceSettings;
  readonly weights: TrainableWeights | undefined;
}

/** `curve`: one input, one target; `surface`: points of a plane in classes; `none`: more than can be drawn. */
export type Picture = 'curve' | 'surface' | 'none';

/** What stays as it is during a race. */
export interface RaceInfo {
  readonly race: number;
  readonly settings: RaceSettings;
  readonly dataset: Dataset;
  readonly picture: Picture;
  /** Of the inputs, as far as they are drawn: of each axis. */
  readonly domain: readonly [low: number, high: number];
  /** Of the targets that are drawn. */
  readonly range: readonly [low: number, high: number];
  /** Inputs at which the networks are asked for the picture. */
  readonly grid: Float32Array;
  readonly classes: readonly string[];
  readonly units: number;
  readonly parameter_count: number;
}

export interface ShowRequest {
  readonly race: number;
  readonly changes: readonly RaceChange[];
  readonly step: number;
  /** Goes as far towards the step as this time allows. */
  readonly budget_ms?: number;
}

/** One network at one step. */
export interface Runner {
  readonly data_loss: number;
  /** Of classes only. */
  readonly data_accuracy: number | undefined;
  /** Units that no example can train; ascending. */
  readonly dead: Int32Array;
  /** Per unit, the last step at which it was seen alive; −1 for never. */
  readonly last_alive: Int32Array;
  /** Per unit, the share of examples with a pre-activation above 0. */
  readonly active_share: Float64Array;
  readonly histograms: Readonly<Record<HiddenTensor, Histogram>>;
  /** At the inputs of the grid: the fitted values, or the probabilities of all classes. */
  readonly fitted: Float32Array;
  /** Largest |gradient of b1| over the units that are dead under ReLU: in the network with ReLU, exactly 0. */
  readonly largest_gradient: number;
}

/** The race at one step, and all that is known of the way there and beyond. */
export interface Frame {
  readonly race: number;
  readonly changes: readonly RaceChange[];
  readonly step: number;
  readonly lr: number;
  /** The step before the first one that has never been done with these changes. */
  readonly reached: number;
  readonly runners: Both<Runner>;
  /** Why the step after this one cannot be done. */
  readonly non_finite: Readonly<Partial<Record<Network, NonFinite>>>;
  readonly history: History;
  readonly rows: readonly Row[];
}

/** At the steps that were looked at. */
export interface History {
  readonly steps: Int32Array;
  readonly data_loss: Both<Float64Array>;
  readonly dead: Both<Int32Array>;
}

/** The hidden activations at one step of the past, in the bins of all the others. */
export interface Row {
  readonly step: number;
  readonly counts: Both<Readonly<Record<HiddenTensor, Int32Array>>>;
}

/** A second race from the beginning, over the same changes to the same step. */
export interface Replay {
  readonly step: number;
  /** Weights whose bits are not equal. */
  readonly differing: Both<number>;
  readonly count: number;
}
