/** What the page asks of the worker that owns the core. A new panel adds an entry to `Calls` and a handler of the same name. */
import type { ActivationCurve, ActivationDifference, ActivationKind, ActivationLandmarks, Difference, DropoutPlacement } from 'ffn-lab';
import type {
  DotTrace,
  FeedForwardCost,
  Histogram,
  Independence,
  LabInfo,
  LargestDifference,
  ModelCost,
  RatioCost,
  Sparsity,
  Summary,
} from 'ffn-lab';
import type { Tensor } from 'ffn-lab';
import type { LazyCalls } from '../lazy/calls.ts';
import type { BlockBox, BlockShape } from './block_boxes.ts';
import type { Edit } from './edits.ts';
import type { NpyReply } from './npy.ts';
import type { ExampleName, GeluKind } from './example_names.ts';
import type { TensorName } from './tensor_names.ts';

export interface Calls extends LazyCalls {
  activation: { request: ActivationRequest; reply: ActivationReply };
  activation_differences: { request: ActivationDifferencesRequest; reply: ActivationDifferencesReply };
  activation_landmarks: { request: readonly SmoothKind[]; reply: ActivationLandmarksReply };
  slope_guess: { request: SlopeGuessRequest; reply: SlopeGuessReply };
  questions: { request: 'notebook_batch'; reply: QuestionsReply };
  block: { request: BlockRequest; reply: BlockReply };
  feed_forward: { request: FeedForwardRequest; reply: FeedForwardReply };
  weights: { request: WeightsRequest; reply: WeightsReply };
  cell_trace: { request: CellTraceRequest; reply: CellTraceReply };
  shortcut: { request: FeedForwardRequest; reply: ShortcutReply };
  hidden_activations: { request: HiddenRequest; reply: HiddenReply };
  independence: { request: IndependenceRequest; reply: IndependenceReply };
  /** Its progress is how many passes are done. */
  dropout: { request: DropoutRequest; reply: DropoutReply; progress: number };
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

/** Forms of GELU that stand in for the exact one. */
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
  /** From the exact GELU: where, and how large. */
  readonly differences: Readonly<Record<ApproximateKind, LargestDifference>>;
  /** The same with their signs, at that x and at its mirror image: two points, left and right. */
  readonly peaks: ActivationDifferencesReply;
}

/** Where the reader thinks that the derivative lies. */
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

/** What the answers to the page's questions rest on: one small network, whatever the panels show. */
export interface QuestionsReply {
  readonly sparsity: HiddenReply['sparsity'];
  readonly independence: IndependenceReply;
}

export interface FeedForwardRequest {
  readonly example: ExampleName;
  readonly gelu: GeluKind;
  /** Numbers of the input and the weights that the reader changed. */
  readonly edits: readonly Edit[];
  /** The pasted input; only with the example `pasted`. */
  readonly pasted?: Tensor;
}

export interface BlockRequest extends FeedForwardRequest, BlockShape {}

/** What leaves a box of the block. */
export interface BlockTap {
  readonly box: BlockBox;
  /** Its path in the trace. */
  readonly name: string;
  readonly tensor: Tensor;
  readonly all: Summary;
  readonly tokens: readonly Summary[];
}

export interface BlockReply extends BlockShape {
  readonly example: ExampleName;
  readonly gelu: GeluKind;
  /** Of x. */
  readonly shape: readonly number[];
  readonly d_model: number;
  readonly d_ff: number;
  readonly n_heads: number;
  /** In the order in which a token passes them. */
  readonly taps: readonly BlockTap[];
  /** How much of itself each token takes in the first head of attention, 0 to 1. */
  readonly own: readonly number[];
  /** Of the example's network and of a block around it. */
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

/** Places from the first to before the second. */
export type Window = readonly [from: number, to: number];

export interface WeightsRequest extends FeedForwardRequest {
  /** Of the input and the output. */
  readonly features: Window;
  /** Of the hidden layer. */
  readonly units: Window;
}

export interface WeightsReply {
  readonly example: ExampleName;
  /** As far as there are any. */
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
  /** What the second layer's input went through. */
  readonly activation: GeluKind | 'relu';
  readonly token: number;
  /** Of the layer's output. */
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

export interface HiddenRequest extends FeedForwardRequest {
  /** Below it an activation counts as small. */
  readonly threshold: number;
  /** Of the pre-activations that are followed through the activation; undefined for none. */
  readonly brush: readonly [low: number, high: number] | undefined;
}

export type HiddenTensor = 'pre_activation' | 'hidden.gelu' | 'hidden.relu';

export type SparsityShares = Omit<Sparsity, 'per_token' | 'per_neuron'>;

export interface HiddenReply {
  readonly example: ExampleName;
  readonly gelu: GeluKind;
  /** Of all histograms. */
  readonly range: readonly [low: number, high: number];
  readonly histograms: Readonly<Record<HiddenTensor, Histogram>>;
  /** Of the elements that are followed; undefined when there are none. */
  readonly brushed: Readonly<Record<HiddenTensor, Histogram>> | undefined;
  readonly brushed_count: number;
  readonly threshold: number;
  readonly sparsity: Readonly<Record<'gelu' | 'relu', SparsityShares>>;
}

export interface IndependenceRequest extends FeedForwardRequest {
  /** The one that is replaced. */
  readonly token: number;
}

export interface IndependenceReply {
  readonly example: ExampleName;
  readonly token: number;
  /** Of x. */
  readonly shape: readonly number[];
  /** Of a token. */
  readonly features: number;
  /** How far each token's output is from what it was. */
  readonly feed_forward: readonly Difference[];
  readonly attention: readonly Difference[];
  readonly experiments: Independence;
}

export interface DropoutRequest extends FeedForwardRequest {
  /** Probability that a unit is dropped. */
  readonly dropout: number;
  readonly placement: DropoutPlacement;
  readonly passes: number;
  /** The element of the output that is looked at. */
  readonly token: number;
  readonly feature: number;
}

export interface DropoutReply {
  readonly example: ExampleName;
  readonly token: number;
  readonly feature: number;
  readonly d_model: number;
  /** Of x. */
  readonly shape: readonly number[];
  readonly dropout: number;
  readonly placement: DropoutPlacement;
  readonly passes: number;
  /** Of that element: without dropout, over the passes with their standard errors, and in theory. */
  readonly evaluation: number;
  readonly mean: number;
  readonly mean_error: number;
  readonly variance: number;
  readonly variance_error: number;
  readonly theory_variance: number;
  readonly histogram: Histogram;
  /** Of one pass and that token: 0 where dropped, 1 / (1 − p) where kept; undefined without dropout. */
  readonly mask: { readonly data: Float32Array; readonly dropped: number; readonly factor: number } | undefined;
}

export interface RatioCostRequest {
  readonly d_model: number;
  readonly bias: boolean;
  /** Default 1, 2, 4, 8. */
  readonly ratios?: readonly number[];
}

/** Networks and models of other texts and of others' making. */
export interface ReferenceCostRequest {
  readonly networks: readonly { readonly d_model: number; readonly d_ff: number }[];
  readonly models: readonly { readonly n_layers: number; readonly d_model: number }[];
}

export interface ReferenceCostReply {
  readonly networks: readonly FeedForwardCost[];
  readonly models: readonly ModelCost[];
}

/** Errors cross the edge as values. */
export interface CallError {
  readonly code: string;
  readonly message: string;
}

/** A call of any service, or the wish that one under way should stop. */
export type ToWorker =
  | { readonly kind: 'call'; readonly sequence: number; readonly call: string; readonly request: unknown }
  | { readonly kind: 'cancel'; readonly sequence: number };

export type FromWorker =
  | { readonly kind: 'loaded'; readonly info: LabInfo }
  | { readonly kind: 'load_failed'; readonly error: CallError }
  | { readonly kind: 'progress'; readonly sequence: number; readonly progress: unknown }
  | { readonly kind: 'reply'; readonly sequence: number; readonly reply: unknown }
  | { readonly kind: 'error'; readonly sequence: number; readonly error: CallError };
