/** What the bridge asks of the page's worker: one network without training, toy or of GPT-2's size. */
import type { FeedForwardCost, Histogram, Summary, Tensor } from 'ffn-lab';
import type { SparsityShares } from '../../core/protocol.ts';

/** The notebook's network; one as small with weights drawn as GPT-2's are; one of GPT-2's size. */
export const bridge_networks = ['toy', 'toy_gpt2', 'gpt2'] as const;
export type BridgeNetwork = (typeof bridge_networks)[number];

/** The tanh form, which is GPT-2's, in all of them: nothing but size and weights is to differ. */
export const bridge_gelu = 'gelu_tanh';
export const bridge_bins = 48;

export interface BridgeCalls {
  bridge: { request: BridgeRequest; reply: BridgeReply };
}

export interface BridgeRequest {
  readonly network: BridgeNetwork;
  /** Below it an activation counts as small. */
  readonly threshold: number;
}

/** In the order in which a token passes them. */
export const bridge_tensors = ['w1', 'x', 'pre_activation', 'hidden.gelu', 'output.gelu'] as const;
export type BridgeTensor = (typeof bridge_tensors)[number];

export const strip_tensors = ['pre_activation', 'hidden.gelu'] as const satisfies BridgeTensor[];
export type StripTensor = (typeof strip_tensors)[number];

export interface BridgeReply {
  readonly network: BridgeNetwork;
  readonly tokens: number;
  readonly d_model: number;
  readonly d_ff: number;
  /** (tokens, d_ff) */
  readonly strips: Readonly<Record<StripTensor, Tensor>>;
  readonly summaries: Readonly<Record<BridgeTensor, Summary>>;
  /** Of both over the range of the pre-activations. */
  readonly histograms: Readonly<Record<StripTensor, Histogram>>;
  readonly threshold: number;
  readonly sparsity: Readonly<Record<'gelu' | 'relu', SparsityShares>>;
  readonly cost: FeedForwardCost;
}
