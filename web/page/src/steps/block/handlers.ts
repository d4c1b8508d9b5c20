/** Handler for the Transformer block around the example's network: the output of each box, and parameter counts. */
import type { AttentionWeights, Lab, Tensor, TransformerBlockTrace, TransformerBlockWeights } from 'ffn-lab';
import { boxes_of, tensor_name } from '../../numbers/block_boxes.ts';
import type { BlockBox, BlockShape } from '../../numbers/block_boxes.ts';
import type { Network as Example } from '../../numbers/examples.ts';
import type { BlockReply, BlockRequest, BlockTap } from '../../numbers/protocol.ts';

/** Differs from the seeds of the network and the input, which would otherwise start with the same numbers. */
const seed = 44;

/** 12 heads for the example of GPT-2's size, else one. PyTorch's uniform init is several times as fast as GPT-2's normal init. */
const attention_options = (example: BlockRequest['example'], d_model: number) =>
  ({ d_model, n_heads: example === 'gpt2' ? 12 : 1, init: 'pytorch', seed }) as const;

type AttentionCache = (options: ReturnType<typeof attention_options>) => AttentionWeights;

/** Generates attention weights and caches the last ones, which are two million numbers at GPT-2's size. */
function make_attention_cache(lab: Lab): AttentionCache {
  let cached: { readonly key: string; readonly weights: AttentionWeights } | undefined;
  return (options) => {
    const key = JSON.stringify(options);
    if (cached?.key === key) return cached.weights;
    const attention = lab.Attention(options);
    try {
      cached = { key, weights: attention.weights() };
      return cached.weights;
    } finally {
      attention.dispose();
    }
  };
}

/** LayerNorm parameters at initialization: scale one, shift zero. */
function initial_norm(d_model: number) {
  const shape = [d_model];
  return { scale: { data: new Float32Array(d_model).fill(1), shape }, shift: { data: new Float32Array(d_model), shape } };
}

function weights_of({ ffn }: Example, norm: BlockRequest['norm'], attention: AttentionWeights): TransformerBlockWeights {
  const branches = { attention, feed_forward: ffn.weights() };
  return norm === 'none' ? branches : { ...branches, norm1: initial_norm(ffn.d_model), norm2: initial_norm(ffn.d_model) };
}

/** Returns the output tensor of a box; throws for a box that the block does not have. */
function output_of(box: BlockBox, shape: BlockShape, x: Tensor, trace: TransformerBlockTrace): Tensor {
  const { attention, feed_forward, norm1, norm2 } = trace;
  const tensors: Record<BlockBox, Tensor | undefined> = {
    x,
    norm1,
    attention: attention?.output,
    sum1: shape.norm === 'post' ? trace.sum1 : trace.h,
    norm2,
    w1: feed_forward.pre_activation,
    activation: feed_forward.hidden,
    feed_forward: feed_forward.output,
    sum2: shape.norm === 'post' ? trace.sum2 : trace.output,
  };
  const tensor = tensors[box];
  if (tensor === undefined) throw new Error(`the trace of a block has no ${tensor_name(box, shape)}`);
  return tensor;
}

function tap_of(lab: Lab, box: BlockBox, name: string, tensor: Tensor): BlockTap {
  const { data, shape } = tensor;
  const features = shape[shape.length - 1] ?? 1;
  const token = (start: number) => lab.summarize({ data: data.slice(start, start + features), shape: [features] });
  const tokens = Array.from({ length: data.length / features }, (_, index) => token(index * features));
  return { box, name, tensor, all: lab.summarize(tensor), tokens };
}

/** Returns each token's attention weight on itself in the first head: the diagonals of (…, n_heads, seq_len, seq_len). */
function self_attention_weights({ data, shape }: Tensor, tokens: number): readonly number[] {
  const [n_heads = 1, length = 1] = shape.slice(-3);
  const index_of = (token: number) => {
    const [sequence, row] = [Math.floor(token / length), token % length];
    return (sequence * n_heads * length + row) * length + row;
  };
  return Array.from({ length: tokens }, (_, token) => data[index_of(token)] ?? NaN);
}

/** Attention takes sequences: a single token becomes a sequence of length one. */
const as_sequence = ({ data, shape }: Tensor): Tensor => ({ data, shape: shape.length === 1 ? [1, ...shape] : shape });

export function make_block_handler(lab: Lab) {
  const attention_for = make_attention_cache(lab);
  return (example: Example, request: BlockRequest): BlockReply => {
    const { norm, shortcuts, gelu } = request;
    const { d_model, d_ff } = example.ffn;
    const options = attention_options(request.example, d_model);
    const { n_heads } = options;
    const weights = weights_of(example, norm, attention_for(options));
    const x = as_sequence(example.x);
    const block = lab.TransformerBlock({ weights, n_heads, norm, shortcuts, activation: gelu });
    try {
      const trace = block.trace(x);
      const tap = (box: BlockBox) => tap_of(lab, box, tensor_name(box, request), output_of(box, request, x, trace));
      const own = trace.attention ? self_attention_weights(trace.attention.weights, x.data.length / d_model) : [];
      const cost = lab.feed_forward_cost({ d_model, d_ff });
      const shape = example.x.shape;
      return {
        example: request.example,
        gelu,
        norm,
        shortcuts,
        shape,
        d_model,
        d_ff,
        n_heads,
        own,
        cost,
        taps: boxes_of(request).map(tap),
      };
    } finally {
      block.dispose();
    }
  };
}
