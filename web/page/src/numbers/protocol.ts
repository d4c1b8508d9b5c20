/** Messages between the page and its workers. To add a call, add an entry to `Calls` and a handler of the same name. */
import type { DotTrace, FeedForwardCost, LabInfo, ModelCost, Summary, Tensor } from 'ffn-lab';
import type { LazyCalls } from './lazy_calls.ts';
import type { Edit } from './edits.ts';
import type { NpyReply } from './npy.ts';
import type { ExampleName, GeluKind } from './example_names.ts';
import type { ComputeReply, ComputeRequest, ComputeSlowRequest, Computed, SlowProgress } from './recipe.ts';
import type { TensorName } from './tensor_names.ts';

export interface Calls extends LazyCalls {
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

export interface FeedForwardRequest {
  readonly example: ExampleName;
  readonly gelu: GeluKind;
  /** Edited numbers of the input and the weights. */
  readonly edits: readonly Edit[];
  /** The pasted input; only with the example `pasted`. */
  readonly pasted?: Tensor;
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
