/** Calls of the page to the worker that trains the two networks of the race, and their replies. */
import type { Dataset, Histogram, NonFinite, TrainableWeights } from 'ffn-lab';
import type { RaceChange } from '../../numbers/race_changes.ts';
import type { RaceSettings } from './race_settings.ts';

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
  /** Sequential number of the race on this page. */
  readonly race: number;
  readonly settings: RaceSettings;
  readonly weights: TrainableWeights | undefined;
}

/** `curve`: one input, one target; `surface`: two inputs with classes; `none`: anything else, which has no picture. */
export type Picture = 'curve' | 'surface' | 'none';

/** Data that are constant during a race. */
export interface RaceInfo {
  readonly race: number;
  readonly settings: RaceSettings;
  readonly dataset: Dataset;
  readonly picture: Picture;
  /** Range of each input axis in the picture. */
  readonly domain: readonly [low: number, high: number];
  /** Range of the targets in the picture. */
  readonly range: readonly [low: number, high: number];
  /** Inputs at which the networks are evaluated for the picture. */
  readonly grid: Float32Array;
  readonly classes: readonly string[];
  readonly units: number;
  readonly parameter_count: number;
}

export interface ShowRequest {
  readonly race: number;
  readonly changes: readonly RaceChange[];
  readonly step: number;
  /** Stops before `step` after this time. */
  readonly budget_ms?: number;
}

/** Results of one network at one step. */
export interface Runner {
  readonly data_loss: number;
  /** Undefined for regression. */
  readonly data_accuracy: number | undefined;
  /** Dead units, ascending: no example gives them a gradient. */
  readonly dead: Int32Array;
  /** Per unit, the last recorded step at which it was alive; −1 for never. */
  readonly last_alive: Int32Array;
  /** Per unit, the share of examples with a pre-activation above 0. */
  readonly active_share: Float64Array;
  readonly histograms: Readonly<Record<HiddenTensor, Histogram>>;
  /** Predictions at the grid's inputs: values, or probabilities of all classes. */
  readonly fitted: Float32Array;
  /** Largest |gradient of b1| over the units that are dead in the ReLU network; exactly 0 in that network. */
  readonly largest_gradient: number;
}

/** The race at one step, with the recorded history before and after it. */
export interface Frame {
  readonly race: number;
  readonly changes: readonly RaceChange[];
  readonly step: number;
  readonly lr: number;
  /** The last step that was trained with these changes. */
  readonly reached: number;
  readonly runners: Both<Runner>;
  /** Non-finite value that makes the next step impossible, by network. */
  readonly non_finite: Readonly<Partial<Record<Network, NonFinite>>>;
  readonly history: History;
  readonly rows: readonly Row[];
}

/** Losses and numbers of dead units at the recorded steps. */
export interface History {
  readonly steps: Int32Array;
  readonly data_loss: Both<Float64Array>;
  readonly dead: Both<Int32Array>;
}

/** Histograms of the hidden activations at a recorded step; all rows have the same bins. */
export interface Row {
  readonly step: number;
  readonly counts: Both<Readonly<Record<HiddenTensor, Int32Array>>>;
}

/** Result of repeating the race from step 0, with the same changes, to the same step. */
export interface Replay {
  readonly step: number;
  /** Number of weights with different bits. */
  readonly differing: Both<number>;
  /** Number of weights of a network. */
  readonly count: number;
}
