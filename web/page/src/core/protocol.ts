/** What the page asks of the worker that owns the core. A new panel adds an entry to `Calls` and a handler of the same name. */
import type { ActivationCurve, ActivationKind, ActivationLandmarks, LabInfo, Summary, Tensor } from 'ffn-lab';
import type { ExampleName, GeluKind } from './example_names.ts';
import type { TensorName } from './tensor_names.ts';

export interface Calls {
  activation: { request: ActivationRequest; reply: ActivationReply };
  activation_gap: { request: ActivationGapRequest; reply: ActivationGapReply };
  activation_landmarks: { request: ActivationKind; reply: ActivationLandmarks };
  feed_forward: { request: FeedForwardRequest; reply: FeedForwardReply };
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

/** How far apart two activations are at one x. */
export interface ActivationGapRequest {
  readonly x: number;
  readonly a: ActivationKind;
  readonly b: ActivationKind;
}

export interface ActivationGapReply {
  readonly value: number;
  readonly derivative: number;
}

export interface FeedForwardRequest {
  readonly example: ExampleName;
  readonly gelu: GeluKind;
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

/** Errors cross the edge as values. */
export interface CallError {
  readonly code: string;
  readonly message: string;
}

export type ToWorker = {
  [Name in CallName]: { readonly sequence: number; readonly call: Name; readonly request: Calls[Name]['request'] };
}[CallName];

export type FromWorker =
  | { readonly kind: 'loaded'; readonly info: LabInfo }
  | { readonly kind: 'load_failed'; readonly error: CallError }
  | { readonly kind: 'reply'; readonly sequence: number; readonly reply: Calls[CallName]['reply'] }
  | { readonly kind: 'error'; readonly sequence: number; readonly error: CallError };
