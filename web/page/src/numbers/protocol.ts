/** Messages between the page and its workers. To add a call, add an entry to `Calls` and a handler of the same name. */
import type { ActivationCurve, ActivationDifference, ActivationKind, ActivationLandmarks } from 'ffn-lab';
import type { DotTrace, FeedForwardCost, LabInfo, LargestDifference, ModelCost } from 'ffn-lab';
import type { Sparsity, Summary, Tensor } from 'ffn-lab';
import type { LazyCalls } from './lazy_calls.ts';
import type { BlockBox, BlockShape } from './block_boxes.ts';
import type { Edit } from './edits.ts';
import type { NpyReply } from './npy.ts';
import type { ExampleName, GeluKind } from './example_names.ts';
import type { ComputeReply, ComputeRequest, ComputeSlowRequest, Computed, SlowProgress } from './recipe.ts';
import type { TensorName } from './tensor_names.ts';

export interface Calls extends LazyCalls {
  activation: { request: ActivationRequest; reply: ActivationReply };
  activation_differences: { request: ActivationDifferencesRequest; reply: ActivationDifferencesReply };
  activation_landmarks: { request: readonly SmoothKind[]; reply: ActivationLandmarksReply };
  slope_guess: { request: SlopeGuessRequest; reply: SlopeGuessReply };
  block: { request: BlockRequest; reply: BlockReply };
  feed_forward: { request: FeedForwardRequest; reply: FeedForwardReply };
  weights: { request: WeightsRequest; reply: WeightsReply };
  cell_trace: { request: CellTraceRequest; reply: CellTraceReply };
  shortcut: { request: FeedForwardRequest; reply: ShortcutReply };
  compute: { request: ComputeRequest; reply: ComputeReply };
  compute_slow: { request: ComputeSlowRequest; reply: Computed; progress: SlowProgress };
  read_npy: { request: File; reply: NpyReply };
  reference_costs: { request: ReferenceCostRequest; reply: ReferenceCostReply };
}

export type CallName = keyof Calls;

export interface ActivationRequest {
  readonly kinds: readonly ActivationKind[];
  readonly x: Float32Array;
}

export interface ActivationReply {
  readonly x: Float32Array;
  readonly curves: Readonly<Partial<Record<ActivationKind, ActivationCurve>>>;
}

/** Approximations of GELU. */
export type ApproximateKind = 'gelu_tanh' | 'gelu_sigmoid';
export type SmoothKind = 'gelu' | ApproximateKind;

/** The exact GELU minus each of the others, at `numpy.linspace(low, high, points)`. */
export interface ActivationDifferencesRequest {
  readonly others: readonly ApproximateKind[];
  readonly low: number;
  readonly high: number;
  readonly points: number;
}

export type ActivationDifferencesReply = Readonly<Record<ApproximateKind, ActivationDifference>>;

export interface ActivationLandmarksReply {
  readonly extrema: Readonly<Record<SmoothKind, ActivationLandmarks>>;
  /** Largest difference from the exact GELU: its x and its magnitude. */
  readonly differences: Readonly<Record<ApproximateKind, LargestDifference>>;
  /** Signed differences at −x and x of the largest difference: two points. */
  readonly peaks: ActivationDifferencesReply;
}

/** The user's guess of a derivative at given points. */
export interface SlopeGuessRequest {
  readonly kind: ActivationKind;
  readonly x: readonly number[];
  readonly guess: readonly number[];
}

export interface SlopeGuessReply {
  readonly x: readonly number[];
  readonly derivative: Float32Array;
  /** Mean of |guess − derivative|. */
  readonly error: number;
}

export interface FeedForwardRequest {
  readonly example: ExampleName;
  readonly gelu: GeluKind;
  /** Edited numbers of the input and the weights. */
  readonly edits: readonly Edit[];
  /** The pasted input; only with the example `pasted`. */
  readonly pasted?: Tensor;
}

export interface BlockRequest extends FeedForwardRequest, BlockShape {}

/** Output of a box of the Transformer block, with summaries. */
export interface BlockTap {
  readonly box: BlockBox;
  /** Its path in the trace. */
  readonly name: string;
  readonly tensor: Tensor;
  /** Summaries of the whole tensor and of each token. */
  readonly all: Summary;
  readonly tokens: readonly Summary[];
}

export interface BlockReply extends BlockShape {
  readonly example: ExampleName;
  readonly gelu: GeluKind;
  /** Shape of x. */
  readonly shape: readonly number[];
  readonly d_model: number;
  readonly d_ff: number;
  readonly n_heads: number;
  /** In the order of computation. */
  readonly taps: readonly BlockTap[];
  /** Each token's attention weight on itself in the first head, 0 to 1. */
  readonly own: readonly number[];
  /** Cost of the example's network and of a block around it. */
  readonly cost: FeedForwardCost;
}

export interface FeedForwardReply {
  readonly example: ExampleName;
  readonly gelu: GeluKind;
  readonly d_model: number;
  readonly d_ff: number;
  readonly parameter_count: number;
  readonly tensors: Readonly<Record<TensorName, Tensor>>;
  readonly summaries: Readonly<Record<TensorName, Summary>>;
  /** Between the two outputs. */
  readonly mean_absolute_difference: number;
}

/** Half-open range of indices. */
export type Window = readonly [from: number, to: number];

export interface WeightsRequest extends FeedForwardRequest {
  /** Features of the input and the output. */
  readonly features: Window;
  /** Units of the hidden layer. */
  readonly units: Window;
}

export interface WeightsReply {
  readonly example: ExampleName;
  /** Clamped to the size of the network. */
  readonly features: Window;
  readonly units: Window;
  /** (units, features) */
  readonly w1: Tensor;
  /** (features, units) */
  readonly w2: Tensor;
  /** Largest magnitudes of the whole matrices. */
  readonly limits: { readonly w1: number; readonly w2: number };
}

export interface CellTraceRequest extends FeedForwardRequest {
  readonly layer: 'linear1' | 'linear2';
  /** Activation before the second layer. */
  readonly activation: GeluKind | 'relu';
  readonly token: number;
  /** Feature of the layer's output. */
  readonly feature: number;
}

export interface CellTraceReply extends Pick<CellTraceRequest, 'example' | 'layer' | 'activation' | 'token' | 'feature'> {
  readonly trace: DotTrace;
}

export interface ShortcutReply {
  readonly example: ExampleName;
  readonly gelu: GeluKind;
  readonly x: Tensor;
  /** FFN(x), shaped as x. */
  readonly output: Tensor;
  /** x + FFN(x), shaped as x. */
  readonly sum: Tensor;
}

export type SparsityShares = Omit<Sparsity, 'per_token' | 'per_neuron'>;

/** Networks and models from the literature, for comparison. */
export interface ReferenceCostRequest {
  readonly networks: readonly { readonly d_model: number; readonly d_ff: number }[];
  readonly models: readonly { readonly n_layers: number; readonly d_model: number }[];
}

export interface ReferenceCostReply {
  readonly networks: readonly FeedForwardCost[];
  readonly models: readonly ModelCost[];
}

/** An error as a structured-cloneable value. */
export interface CallError {
  readonly code: string;
  readonly message: string;
}

/** A call of any service, or the cancellation of a pending one. */
export type ToWorker =
  | { readonly kind: 'call'; readonly sequence: number; readonly call: string; readonly request: unknown }
  | { readonly kind: 'cancel'; readonly sequence: number };

export type FromWorker =
  | { readonly kind: 'loaded'; readonly info: LabInfo }
  | { readonly kind: 'load_failed'; readonly error: CallError }
  | { readonly kind: 'progress'; readonly sequence: number; readonly progress: unknown }
  | { readonly kind: 'reply'; readonly sequence: number; readonly reply: unknown }
  | { readonly kind: 'error'; readonly sequence: number; readonly error: CallError };
