/** Messages between the page and its workers. To add a call, add an entry to `Calls` and a handler of the same name. */
import type { ActivationCurve, ActivationDifference, ActivationKind, ActivationLandmarks, Difference } from 'ffn-lab';
import type { FeedForwardCost, Histogram, Independence, LabInfo, LargestDifference, ModelCost } from 'ffn-lab';
import type { RatioCost, Sparsity, Summary, Tensor } from 'ffn-lab';
import type { LazyCalls } from './lazy_calls.ts';
import type { BlockBox, BlockShape } from './block_boxes.ts';
import type { Edit } from './edits.ts';
import type { NpyReply } from './npy.ts';
import type { ExampleName, GeluKind } from './example_names.ts';
import type { ComputeReply, ComputeRequest, ComputeSlowRequest, Computed, SlowProgress } from './recipe.ts';

export interface Calls extends LazyCalls {
  activation: { request: ActivationRequest; reply: ActivationReply };
  activation_differences: { request: ActivationDifferencesRequest; reply: ActivationDifferencesReply };
  activation_landmarks: { request: readonly SmoothKind[]; reply: ActivationLandmarksReply };
  slope_guess: { request: SlopeGuessRequest; reply: SlopeGuessReply };
  questions: { request: 'notebook_batch'; reply: QuestionsReply };
  block: { request: BlockRequest; reply: BlockReply };
  hidden_activations: { request: HiddenRequest; reply: HiddenReply };
  independence: { request: IndependenceRequest; reply: IndependenceReply };
  compute: { request: ComputeRequest; reply: ComputeReply };
  compute_slow: { request: ComputeSlowRequest; reply: Computed; progress: SlowProgress };
  ratio_costs: { request: RatioCostRequest; reply: readonly RatioCost[] };
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

/** Numbers behind the answers to the prediction questions, always of the same small network. */
export interface QuestionsReply {
  readonly sparsity: HiddenReply['sparsity'];
  readonly independence: IndependenceReply;
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

export interface HiddenRequest extends FeedForwardRequest {
  /** Activations of smaller magnitude count as small. */
  readonly threshold: number;
  /** Selected interval of pre-activations; undefined for none. */
  readonly brush: readonly [low: number, high: number] | undefined;
}

export type HiddenTensor = 'pre_activation' | 'hidden.gelu' | 'hidden.relu';

export type SparsityShares = Omit<Sparsity, 'per_token' | 'per_neuron'>;

export interface HiddenReply {
  readonly example: ExampleName;
  readonly gelu: GeluKind;
  readonly range: readonly [low: number, high: number];
  readonly histograms: Readonly<Record<HiddenTensor, Histogram>>;
  /** Histograms of the selected elements; undefined if there are none. */
  readonly brushed: Readonly<Record<HiddenTensor, Histogram>> | undefined;
  readonly brushed_count: number;
  readonly threshold: number;
  readonly sparsity: Readonly<Record<'gelu' | 'relu', SparsityShares>>;
}

export interface IndependenceRequest extends FeedForwardRequest {
  /** The replaced token. */
  readonly token: number;
}

export interface IndependenceReply {
  readonly example: ExampleName;
  readonly token: number;
  /** Shape of x. */
  readonly shape: readonly number[];
  /** Features per token. */
  readonly features: number;
  /** Difference of each token's output between the changed and the original input. */
  readonly feed_forward: readonly Difference[];
  readonly attention: readonly Difference[];
  readonly experiments: Independence;
}

export interface RatioCostRequest {
  readonly d_model: number;
  readonly bias: boolean;
  /** Default 1, 2, 4, 8. */
  readonly ratios?: readonly number[];
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
