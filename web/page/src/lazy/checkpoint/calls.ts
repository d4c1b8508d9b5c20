/** What the panel asks of the worker that holds the opened file. */
import type {
  ActivationKind,
  CheckpointDtype,
  CheckpointTensor,
  Difference,
  Histogram,
  Neuron,
  NeuronRanking,
  Sparsity,
  Summary,
  Tensor,
  WeightLayout,
} from 'ffn-lab';
import type { FoundModel } from './layers.ts';
import type { TokensCalls } from './tokens_calls.ts';

/** Further calls on the same file are added here by whoever builds them, as `CheckpointCalls extends …`. */
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
  /** A larger one than any before, whichever worker is asked: an answer about another file is never taken for one about this. */
  readonly id: number;
  readonly source: File | 'sample';
}

/** Why a file was refused; the one before it, if any, is still open. */
export interface OpenError {
  readonly code: string;
  /** Of the engine, or `no_network`: a checkpoint without a feed-forward network that is known here. */
  readonly reason: string | undefined;
  readonly message: string;
}

export interface OpenedFacts {
  /** By which later questions name the file. */
  readonly id: number;
  readonly sample: boolean;
  readonly name: string;
  readonly byte_length: number;
  readonly tensors: readonly CheckpointTensor[];
  readonly dtypes: readonly CheckpointDtype[];
  readonly model: FoundModel;
  /** The engine can run its whole blocks. */
  readonly has_blocks: boolean;
  readonly bytes_read: number;
}

export type OpenReply = { readonly opened: OpenedFacts } | { readonly error: OpenError };

/** What the networks are given, rows of d_model numbers. `key` is another one for another input. */
export type InputChoice =
  | { readonly kind: 'captured'; readonly key: string }
  | { readonly kind: 'random'; readonly key: string; readonly tokens: number; readonly seed: number }
  | { readonly kind: 'pasted'; readonly key: string; readonly tensor: Tensor }
  /** What the blocks below gave for a text: one tensor for each layer, as far as they were run. */
  | { readonly kind: 'tokens'; readonly key: string; readonly by_layer: readonly Tensor[] };

export type InputKind = InputChoice['kind'];

/** A network of the file and what it is given. */
export interface LayerRequest {
  readonly opened: number;
  /** From 0, in the order of the file's numbers. */
  readonly layer: number;
  readonly input: InputChoice;
  readonly activation: ActivationKind;
  /** Only where the file leaves it open. */
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
  /** Beside the output that was captured with the input. */
  readonly reference: Difference | undefined;
  readonly bytes_read: number;
}

export interface RankingRequest extends LayerRequest {
  /** By this token alone; by all of them when left out. */
  readonly token: number | undefined;
}

export interface NeuronRequest extends LayerRequest {
  readonly neuron: number;
  readonly token: number;
}

export interface NeuronReply {
  readonly neuron: Neuron;
  /** The token, as the network is given it. */
  readonly row: Float32Array;
  /** Largest magnitudes, for the scales of colour. */
  readonly limits: Readonly<Record<'row' | 'key' | 'value', number>>;
  /** Over all tokens. */
  readonly before: Histogram;
  readonly after: Histogram;
  readonly tokens: number;
  /** Its score and its coefficient for each token. */
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
  /** Of both outputs, for one scale. */
  readonly limit: number;
}

export interface VariantsRequest extends Omit<LayerRequest, 'activation'> {
  readonly own: ActivationKind;
  readonly others: readonly ActivationKind[];
}

/** The same weights and input with another activation: how far from the model's own. */
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
  /** Share with |a| below each threshold. */
  readonly small: readonly number[];
  readonly zero_share: number;
  readonly not_positive_share: number;
  readonly bytes_read: number;
}
