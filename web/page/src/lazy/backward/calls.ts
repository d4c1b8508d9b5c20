/** What the panel on the backward pass asks of the core. */
import type { GradientByDepth, GradientCheck, NormPlacement, Tensor } from 'ffn-lab';
import type { ExampleName, GeluKind } from '../../core/example_names.ts';
import type { FeedForwardRequest, Window } from '../../core/protocol.ts';
import type { LossKind } from '../../url_state.ts';

export interface BackwardCalls {
  backward: { request: BackwardRequest; reply: BackwardReply };
  gradient_check: { request: FeedForwardRequest; reply: GradientCheckReply };
  gradient_by_depth: { request: DepthRequest; reply: DepthReply };
}

export type Branch = 'gelu' | 'relu';
export const branches = ['gelu', 'relu'] as const satisfies readonly Branch[];

/** In the order in which the gradient passes them. */
export const gradient_names = [
  'grad_output',
  'grad_hidden',
  'grad_pre_activation.gelu',
  'grad_pre_activation.relu',
  'grad_x.gelu',
  'grad_x.relu',
] as const;
export type GradientName = (typeof gradient_names)[number];

export type WeightName = 'w1' | 'b1' | 'w2' | 'b2';

export interface BackwardRequest extends FeedForwardRequest {
  readonly loss: LossKind;
  /** The loss is this element of the output; or the sum of all. */
  readonly token: number;
  readonly feature: number;
  /** Of the gradients of the weights. */
  readonly features: Window;
  readonly units: Window;
  /** The one whose path is shown; undefined: the first that is blocked under ReLU. */
  readonly unit: number | undefined;
}

/** Parts of the gradients of the weights, as far as the windows reach. */
export interface WeightGradients {
  /** (units, features) */
  readonly w1: Tensor;
  readonly b1: Tensor;
  /** (features, units) */
  readonly w2: Tensor;
  readonly b2: Tensor;
}

/** A hidden unit on its own, under both activations. */
export interface UnitPath {
  readonly unit: number;
  /** For each token. */
  readonly pre_activation: Float32Array;
  readonly slope: Readonly<Record<Branch, Float32Array>>;
  /** Of its row of W1, in the window of features, and of its b1. */
  readonly w1: Readonly<Record<Branch, Float32Array>>;
  readonly b1: Readonly<Record<Branch, number>>;
  /** Elements of the whole row that are exactly 0. */
  readonly zeros: Readonly<Record<Branch, number>>;
}

export interface BackwardReply {
  readonly example: ExampleName;
  readonly gelu: GeluKind;
  readonly loss: LossKind;
  readonly token: number;
  readonly feature: number;
  /** Of x. */
  readonly shape: readonly number[];
  readonly d_model: number;
  readonly d_ff: number;
  /** As far as there are any. */
  readonly features: Window;
  readonly units: Window;
  readonly tensors: Readonly<Record<GradientName, Tensor>>;
  readonly weights: Readonly<Record<Branch, WeightGradients>>;
  /** Largest magnitudes of the whole tensors; one for both activations, so that the two can be compared. */
  readonly limits: Readonly<Record<string, number>>;
  /** Units whose slope is exactly 0 on every token; ascending. */
  readonly dead: Readonly<Record<Branch, Int32Array>>;
  readonly path: UnitPath;
}

export interface GradientCheckReply {
  readonly example: ExampleName;
  readonly gelu: GeluKind;
  /** Undefined where it would take too long. */
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
