/** Worker call of the bridge panel: tensors and statistics of one untrained network, of toy size or of GPT-2's size. */
import type { FeedForwardCost, Histogram, Summary, Tensor } from 'ffn-lab';
import type { SparsityShares } from '../../numbers/protocol.ts';

/** The seed-42 example (2 × 5 tokens, 8 → 32 → 8); the same sizes with GPT-2's initialization; GPT-2's size. */
export const bridge_networks = ['toy', 'toy_gpt2', 'gpt2'] as const;
export type BridgeNetwork = (typeof bridge_networks)[number];

/** All networks use GPT-2's tanh form of GELU, so that they differ only in size and weights. */
export const bridge_gelu = 'gelu_tanh';
export const bridge_bins = 48;

export interface BridgeCalls {
  bridge: { request: BridgeRequest; reply: BridgeReply };
}

export interface BridgeRequest {
  readonly network: BridgeNetwork;
  /** Activations with a magnitude below this count as small. */
  readonly threshold: number;
}

/** In the order of the forward pass. */
export const bridge_tensors = ['w1', 'x', 'pre_activation', 'hidden.gelu', 'output.gelu'] as const;
export type BridgeTensor = (typeof bridge_tensors)[number];

export const strip_tensors = ['pre_activation', 'hidden.gelu'] as const satisfies BridgeTensor[];
export type StripTensor = (typeof strip_tensors)[number];

export interface BridgeReply {
  readonly network: BridgeNetwork;
  readonly tokens: number;
  readonly d_model: number;
  readonly d_ff: number;
  /** One row of d_ff numbers per token. */
  readonly strips: Readonly<Record<StripTensor, Tensor>>;
  readonly summaries: Readonly<Record<BridgeTensor, Summary>>;
  /** Both histograms use the range of the pre-activations. */
  readonly histograms: Readonly<Record<StripTensor, Histogram>>;
  readonly threshold: number;
  readonly sparsity: Readonly<Record<'gelu' | 'relu', SparsityShares>>;
  readonly cost: FeedForwardCost;
}
