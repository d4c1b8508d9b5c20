/** Calls of the checkpoint worker, which reads the opened file. */
import type {
  ActivationKind,
  CheckpointDtype,
  CheckpointTensor,
  Difference,
  FeedForwardTable,
  Histogram,
  Neuron,
  NeuronRanking,
  Sparsity,
  Summary,
  Tensor,
  WeightLayout,
} from 'ffn-lab';
import type { TokensCalls } from './tokens_calls.ts';

export interface CheckpointCalls extends TokensCalls {
  open: { request: OpenRequest; reply: OpenReply };
  profile: { request: ProfileRequest; reply: readonly LayerProfile[]; progress: LayerProfile };
  layer: { request: LayerRequest; reply: LayerReply };
  ranking: { request: RankingRequest; reply: NeuronRanking };
  neuron: { request: NeuronRequest; reply: NeuronReply };
  ablation: { request: AblationRequest; reply: AblationReply };
  variants: { request: VariantsRequest; reply: VariantsReply };
}

export interface OpenRequest {
  /** Larger than every earlier id, also after a restart of the worker, so that replies about different files cannot be confused. */
  readonly id: number;
  readonly source: File | 'sample';
}

/** Why a file was rejected; the previous file, if any, is still open. */
export interface OpenError {
  readonly code: string;
  /** The engine's reason, or `no_network` for a checkpoint without a known feed-forward network. */
  readonly reason: string | undefined;
  readonly message: string;
}

export type Models = Readonly<Record<WeightLayout, FeedForwardTable>>;

export interface OpenedFacts {
  /** Identifies the file in later calls. */
  readonly id: number;
  readonly sample: boolean;
  readonly name: string;
  readonly byte_length: number;
  readonly tensors: readonly CheckpointTensor[];
  readonly dtypes: readonly CheckpointDtype[];
  readonly model: FeedForwardTable;
  /** The networks for each layout; the same table twice if the file determines the layout. */
  readonly models: Models;
  readonly bytes_read: number;
}

export type OpenReply = { readonly opened: OpenedFacts } | { readonly error: OpenError };

/** The input of the networks: rows of d_model numbers. Different inputs have different keys. */
export type InputChoice =
  | { readonly kind: 'captured'; readonly key: string }
  | { readonly kind: 'random'; readonly key: string; readonly tokens: number; readonly seed: number }
  | { readonly kind: 'pasted'; readonly key: string; readonly tensor: Tensor }
  /** Inputs computed from a text: one tensor per layer, up to the last block that was run. */
  | { readonly kind: 'tokens'; readonly key: string; readonly by_layer: readonly Tensor[] };

export type InputKind = InputChoice['kind'];

/** One network of the file with its input. */
export interface LayerRequest {
  readonly opened: number;
  /** Index from 0, in the order of the layer numbers in the file. */
  readonly layer: number;
  readonly input: InputChoice;
  readonly activation: ActivationKind;
  /** Layout of W1 and W2: found in the file, or chosen by the user if ambiguous. */
  readonly layout: WeightLayout;
}

export interface LayerReply {
  readonly x: Tensor;
  readonly tokens: number;
  readonly d_model: number;
  readonly d_ff: number;
  readonly parameter_count: number;
  readonly pre_activation: Tensor;
  readonly hidden: Tensor;
  readonly limits: { readonly pre_activation: number; readonly hidden: number };
  readonly sparsity: Pick<Sparsity, 'zero_share' | 'not_positive_share' | 'small_share'>;
  readonly summary: Summary;
  /** Difference from the output that was captured with the input. */
  readonly reference: Difference | undefined;
  readonly bytes_read: number;
}

export interface RankingRequest extends LayerRequest {
  /** Ranks by this token alone; undefined ranks by all tokens. */
  readonly token: number | undefined;
}

export interface NeuronRequest extends LayerRequest {
  readonly neuron: number;
  readonly token: number;
}

export interface NeuronReply {
  readonly neuron: Neuron;
  /** The token's input row. */
  readonly row: Float32Array;
  /** Largest magnitudes, for the colour scales. */
  readonly limits: Readonly<Record<'row' | 'key' | 'value', number>>;
  /** Histograms over all tokens, before and after the activation. */
  readonly before: Histogram;
  readonly after: Histogram;
  readonly tokens: number;
  /** Score (pre-activation) and coefficient (activation) for each token. */
  readonly scores: Float32Array;
  readonly coefficients: Float32Array;
}

export interface AblationRequest extends LayerRequest {
  readonly neurons: readonly number[];
  readonly factor: number;
  readonly site: 'before_activation' | 'after_activation';
}

export interface AblationReply {
  readonly baseline: Tensor;
  readonly output: Tensor;
  readonly whole: Difference;
  readonly by_token: readonly Difference[];
  /** Largest magnitude of both outputs, for a common colour scale. */
  readonly limit: number;
}

export interface VariantsRequest extends Omit<LayerRequest, 'activation'> {
  readonly own: ActivationKind;
  readonly others: readonly ActivationKind[];
}

/** Differences from the model's own activation when another one runs with the same weights and input. */
export interface VariantChange {
  readonly activation: ActivationKind;
  readonly hidden: Difference;
  readonly output: Difference;
}

export interface VariantsReply {
  readonly percents: readonly number[];
  readonly changes: readonly VariantChange[];
}

export interface ProfileRequest extends Omit<LayerRequest, 'layer'> {
  readonly thresholds: readonly number[];
}

export interface LayerProfile {
  readonly layer: number;
  /** Share of activations with |a| below each threshold. */
  readonly small: readonly number[];
  readonly zero_share: number;
  readonly not_positive_share: number;
  readonly bytes_read: number;
}
