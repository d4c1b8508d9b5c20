import type { AttentionWeights, Lab, Tensor } from 'ffn-lab';
import type { Given } from '../../compute/recipe.ts';
import type { State } from '../../state/state.ts';

/**
 * Differs from the seeds of the network and the input, which would otherwise start with the same
 * numbers.
 */
const seed = 44;

/** The newest attention weights: two million numbers at GPT-2's size. */
const kept = new Map<string, AttentionWeights>();

/**
 * Random attention weights. PyTorch's uniform init is several times as fast as GPT-2's normal init.
 */
function attention_weights(lab: Lab, d_model: number, n_heads: number) {
  const key = `${d_model}, ${n_heads}`;
  const weights =
    kept.get(key) ?? lab.Attention({ d_model, n_heads, init: 'pytorch', seed }).weights();
  kept.clear();
  kept.set(key, weights);
  return weights;
}

/**
 * The output of a box with a summary of all its numbers and one of each token. The scale of its
 * colours is symmetric.
 */
function box(lab: Lab, tensor: Tensor | undefined) {
  if (tensor === undefined) return undefined;
  const { data, shape } = tensor;
  const width = shape.at(-1) ?? 1;
  const token = (index: number) => ({
    data: data.slice(index * width, (index + 1) * width),
    shape: [width],
  });
  const tokens = Array.from({ length: data.length / width }, (_, index) =>
    lab.summarize(token(index)),
  );
  const all = lab.summarize(tensor);
  return {
    tensor,
    all,
    tokens,
    scale: { low: -all.largest_finite_magnitude, high: all.largest_finite_magnitude },
  };
}

/**
 * Each token's attention weight on itself in the first head: the diagonals of (…, n_heads, seq_len,
 * seq_len).
 */
function self_attention_weights({ data, shape }: Tensor, tokens: number) {
  const [n_heads = 1, length = 1] = shape.slice(-3);
  return Array.from({ length: tokens }, (_, token) => {
    const [sequence, row] = [Math.floor(token / length), token % length];
    return data[(sequence * n_heads * length + row) * length + row] ?? NaN;
  });
}

/**
 * A Transformer block around the example's network, with random attention and initial LayerNorms.
 */
export function block({ lab, example: { ffn, x } }: Pick<Given, 'lab' | 'example'>, state: State) {
  const { gelu: activation, block_norm: norm, block_shortcuts: shortcuts } = state;
  const { d_model, d_ff } = ffn;
  const n_heads = state.example === 'gpt2' ? 12 : 1;
  const vector = (value: number) => ({
    data: new Float32Array(d_model).fill(value),
    shape: [d_model],
  });
  const layer_norm = { scale: vector(1), shift: vector(0) };
  const norms = norm === 'none' ? {} : { norm1: layer_norm, norm2: layer_norm };
  const weights = {
    attention: attention_weights(lab, d_model, n_heads),
    feed_forward: ffn.weights(),
    ...norms,
  };
  // Attention takes sequences: a single token becomes one of length one.
  const sequence = { data: x.data, shape: x.shape.length === 1 ? [1, ...x.shape] : x.shape };
  const trace = lab
    .TransformerBlock({ weights, n_heads, norm, shortcuts, activation })
    .trace(sequence);
  const sums = norm === 'post' ? [trace.sum1, trace.sum2] : [trace.h, trace.output];
  const [sum1, sum2] = shortcuts ? sums : [];
  return {
    shape: x.shape,
    tokens: x.data.length / d_model,
    d_model,
    d_ff,
    n_heads,
    cost: lab.feed_forward_cost({ d_model, d_ff }),
    self_attention: trace.attention
      ? self_attention_weights(trace.attention.weights, x.data.length / d_model)
      : [],
    boxes: {
      x: box(lab, sequence),
      norm1: box(lab, trace.norm1),
      attention: box(lab, trace.attention?.output),
      sum1: box(lab, sum1),
      norm2: box(lab, trace.norm2),
      w1: box(lab, trace.feed_forward.pre_activation),
      activation: box(lab, trace.feed_forward.hidden),
      feed_forward: box(lab, trace.feed_forward.output),
      sum2: box(lab, sum2),
    },
  };
}

/** The standard deviations that the worksheet asks for: of the input and of the block's output. */
export function without_parts({ lab, example }: Given, state: State) {
  const settings = [
    ['pre', true],
    ['pre', false],
    ['none', false],
  ] as const;
  return {
    rows: settings.map(([block_norm, block_shortcuts]) => {
      const { boxes } = block({ lab, example }, { ...state, block_norm, block_shortcuts });
      return {
        input: boxes.x?.all.standard_deviation,
        output: (boxes.sum2 ?? boxes.feed_forward)?.all.standard_deviation,
      };
    }),
  };
}

/** The cost of GPT-2's network and of the block around it. */
export function gpt2_cost({ lab }: Given) {
  return lab.feed_forward_cost({ d_model: 768, d_ff: 3072 });
}
