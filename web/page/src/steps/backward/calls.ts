/** Worker calls of the panel on the backward pass. */
import type { GradientByDepth, GradientCheck, NormPlacement, Tensor } from 'ffn-lab';
import type { ExampleName, GeluKind } from '../../numbers/example_names.ts';
import type { Window } from '../../numbers/part_of.ts';
import type { FeedForwardRequest } from '../../numbers/protocol.ts';
import type { LossKind } from '../../numbers/url_state.ts';

export interface BackwardCalls {
  backward: { request: BackwardRequest; reply: BackwardReply };
  gradient_check: { request: FeedForwardRequest; reply: GradientCheckReply };
  gradient_by_depth: { request: DepthRequest; reply: DepthReply };
}

export type Branch = 'gelu' | 'relu';
export const branches = ['gelu', 'relu'] as const satisfies readonly Branch[];

/** In the order of the backward pass. */
export const gradient_names = [
  'grad_output',
  'grad_hidden',
  'grad_pre_activation.gelu',
  'grad_pre_activation.relu',
  'grad_x.gelu',
  'grad_x.relu',
] as const;
export type GradientName = (typeof gradient_names)[number];

export const weight_names = ['w1', 'b1', 'w2', 'b2'] as const;
export type WeightName = (typeof weight_names)[number];

export interface BackwardRequest extends FeedForwardRequest {
  readonly loss: LossKind;
  /** `loss: 'element'` takes output[token, feature] as the loss, `'sum'` the sum of all outputs. */
  readonly token: number;
  readonly feature: number;
  /** Parts of the weight gradients that the reply includes. */
  readonly features: Window;
  readonly units: Window;
  /** Hidden unit for `path`; undefined selects the first one that is dead under ReLU. */
  readonly unit: number | undefined;
}

/** Weight gradients within the windows `features` and `units`. */
export interface WeightGradients {
  /** (units, features) */
  readonly w1: Tensor;
  readonly b1: Tensor;
  /** (features, units) */
  readonly w2: Tensor;
  readonly b2: Tensor;
}

/** Pre-activations and gradients of one hidden unit, under both activations. */
export interface UnitPath {
  readonly unit: number;
  /** One number per token. */
  readonly pre_activation: Float32Array;
  readonly slope: Readonly<Record<Branch, Float32Array>>;
  /** Gradients of the unit's row of W1, within the window of features, and of its bias. */
  readonly w1: Readonly<Record<Branch, Float32Array>>;
  readonly b1: Readonly<Record<Branch, number>>;
  /** Number of elements of the whole row's gradient that are exactly 0. */
  readonly zeros: Readonly<Record<Branch, number>>;
}

export interface BackwardReply {
  readonly example: ExampleName;
  readonly gelu: GeluKind;
  readonly loss: LossKind;
  readonly token: number;
  readonly feature: number;
  /** Shape of x. */
  readonly shape: readonly number[];
  readonly d_model: number;
  readonly d_ff: number;
  /** The requested windows, fitted to d_model and d_ff. */
  readonly features: Window;
  readonly units: Window;
  readonly tensors: Readonly<Record<GradientName, Tensor>>;
  readonly weights: Readonly<Record<Branch, WeightGradients>>;
  /** Largest magnitude of each whole gradient, over both activations, so that their colour scales are the same. */
  readonly limits: Readonly<Record<string, number>>;
  /** Units whose activation derivative is exactly 0 on every token, in ascending order. */
  readonly dead: Readonly<Record<Branch, Int32Array>>;
  readonly path: UnitPath;
}

export interface GradientCheckReply {
  readonly example: ExampleName;
  readonly gelu: GeluKind;
  /** Undefined if the check would take too long. */
  readonly checks: Readonly<Record<Branch, readonly GradientCheck[]>> | undefined;
}

export interface DepthRequest {
  readonly depth: number;
  readonly norm: NormPlacement;
}

export interface DepthReply extends DepthRequest {
  readonly d_model: number;
  readonly n_heads: number;
  readonly tokens: number;
  readonly with_shortcuts: GradientByDepth;
  readonly without_shortcuts: GradientByDepth;
}
