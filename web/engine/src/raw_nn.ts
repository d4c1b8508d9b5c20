/** Functions of the WebAssembly module for src/ffn/nn except the feed-forward network. Internal. */
import type { AttentionGradients, AttentionTrace, AttentionWeights } from './attention.js';
import type { BlockStackGradients, BlockStackTrace, BlockStackWeights, GradientByDepth } from './block_stack.js';
import type { FromScratch } from './from_scratch.js';
import type { LayerNormGradients, LayerNormTrace, LayerNormWeights } from './layer_norm.js';
import type { RawHandle, RawRandomState, RawResult } from './raw_module.js';
import type { TransformerBlockGradients, TransformerBlockTrace, TransformerBlockWeights } from './transformer_block.js';
import type { Tensor } from './types.js';

export type RawTensors = Readonly<Record<string, Tensor>>;

/** Methods common to all networks (src/bindings/network_handle.h). */
export interface RawNetwork<Weights, Trace, Gradients> extends RawHandle {
  readonly parameter_count: number;
  /** Number of changes of the network so far. */
  readonly revision: number;
  forward(x: Tensor, dropout_rng: RawRandomState | null): RawResult<Tensor>;
  trace(x: Tensor, dropout_rng: RawRandomState | null): RawResult<Trace>;
  backward(grad_output: Tensor): RawResult<Gradients>;
  weights(): RawResult<Weights>;
  weight(name: string): RawResult<Tensor>;
  set_weights(tensors: RawTensors): RawResult<undefined>;
}

export interface RawLayerNorm extends RawNetwork<LayerNormWeights, LayerNormTrace, LayerNormGradients> {
  readonly features: number;
  readonly eps: number;
}

export interface RawAttention extends RawNetwork<AttentionWeights, AttentionTrace, AttentionGradients> {
  readonly d_model: number;
  readonly n_heads: number;
}

export interface RawTransformerBlock extends RawNetwork<TransformerBlockWeights, TransformerBlockTrace, TransformerBlockGradients> {
  readonly d_model: number;
  readonly d_ff: number;
}

export interface RawBlockStack extends RawNetwork<BlockStackWeights, BlockStackTrace, BlockStackGradients> {
  readonly d_model: number;
  readonly n_layers: number;
  gradient_by_depth(x: Tensor, grad_output: Tensor, dropout_rng: RawRandomState | null): RawResult<GradientByDepth>;
}

/** Complete and type-checked options for the module. */
export type RawOptions = Readonly<Record<string, number | string | boolean | RawTensors | undefined>>;

export interface RawNnModule {
  make_layer_norm(options: RawOptions): RawResult<RawLayerNorm>;
  make_attention(options: RawOptions): RawResult<RawAttention>;
  make_transformer_block(options: RawOptions): RawResult<RawTransformerBlock>;
  make_block_stack(options: RawOptions): RawResult<RawBlockStack>;
  softmax(x: Tensor): RawResult<Tensor>;
  softmax_backward(y: Tensor, grad_y: Tensor): RawResult<Tensor>;
  feed_forward_from_scratch(x: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor, activation: string): RawResult<FromScratch>;
}
